// The shapes that a shop sells.
#pragma once

#include <memory>
#include <string>

#define SHOP_API __attribute__((visibility("default")))
#define SHOP_CHECK(x) ((x) ? (void)0 : shop::fail(#x))

namespace shop {

void fail(const char* why);

/// What can be sold.
class Shape {
 public:
  explicit Shape(std::string name) : name_(name) {}
  Shape(const Shape&) = delete;
  virtual ~Shape() = default;

  virtual double area() const = 0;
  /** Declared here, defined in shape.cc. */
  virtual std::string label(int width = 10) const;

  const std::string& name() const { return name_; }
  static std::unique_ptr<Shape> make(double side);
  explicit operator bool() const { return area() > 0; }

  static constexpr int kCorners = 4;

 protected:
  std::string name_;
};

// A comment between the doc and the definition.
template <typename T, int N = 2>
struct Crate {
  using value_type = T;
  enum class Side : char { kLeft, kRight };
  struct Lid {
    void open() { closed = false; }
    bool closed = true;
  };

  T* items[N];
  Lid lid;

  T& operator[](int index) { return *items[index]; }
  template <typename U>
  void put(U item);
  friend bool operator==(const Crate& a, const Crate& b) { return a.items == b.items; }
};

template <typename T, int N>
template <typename U>
void Crate<T, N>::put(U item) {
  lid.open();
  items[0] = item;
}

inline namespace v1 {
constexpr double kPi = 3.14;
}

template <typename T>
concept Sized = sizeof(T) > 1;

template <>
struct Crate<void> {};

}  // namespace shop
