#include <vector>

#include "square.hpp"

namespace tools = shop::tools;
using shop::Square;

namespace {
struct Visit : tools::Printer {
  int count{0};
  void operator()(const Square& square) {
    count++;
    flush();
    print(square);
  }
};
}  // namespace

template <typename T>
static double sum(const std::vector<T>& shapes) {
  double total = 0;
  for (const auto& shape : shapes) total += shape.area();
  return total;
}

int main() {
  Square square(2);
  auto other = std::make_unique<shop::Square>(3.0);
  auto visit = Visit{};
  auto* plotter = new tools::Plotter();
  shop::Crate<Square> box;
  box.put(&square);
  box.lid.open();
  visit.print(square);
  other->größe();
  plotter->flush();
  shop::Shape::make(1)->name();
  unknown().flush();
  unknown().put(1);
  auto area = [&](double factor) { return sum<Square>({}) * factor; };
  return area(2) > shop::kPi;
}
