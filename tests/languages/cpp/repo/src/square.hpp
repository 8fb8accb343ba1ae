#ifndef SQUARE_HPP
#define SQUARE_HPP

#include "shop/shape.h"

namespace shop {

struct Failure : std::exception {
  Failure(const char* why) : why(why) {}
  const char* what() const noexcept override { return why; }
  const char* why;
};

class Square final : public Shape {
 public:
  Square(double side);
  ~Square() override {}
  double area() const override;
  std::string größe() const;

 private:
  double side_;
};

}  // namespace shop

namespace shop::tools {

typedef void (*Visitor)(const Square& square);

struct Printer {
  void print(const Shape& shape) { shape.label(); }
  void flush() {}
};

struct Plotter {
  void flush() {}
};

}  // namespace shop::tools

#endif

namespace shop::scale {
inline int measured(int side) { return side; }
}
