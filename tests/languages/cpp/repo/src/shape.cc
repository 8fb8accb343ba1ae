#include "shop/shape.h"

#include "square.hpp"

namespace shop {
namespace {

int calls = 0;

std::string padded(const std::string& text, int width) {
  ++calls;
  return text + std::string(width, ' ');
}

}  // namespace

void fail(const char* why) { throw Failure(why); }

std::string Shape::label(int width) const {
  auto text = padded(name(), width);
  return text + "int fake() { return 0; }";
}

std::unique_ptr<Shape> Shape::make(double side) {
  SHOP_CHECK(side > 0);
  return std::make_unique<Square>(side);
}

Square::Square(double side) : Shape("square"), side_(side) {}

double Square::area() const { return side_ * side_; }

bool operator<(const Square& a, const Square& b) { return a.area() < b.area(); }

}  // namespace shop

std::string shop::Square::größe() const {
  return this->label() + label(3);
}
