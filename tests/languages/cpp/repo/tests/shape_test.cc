#include "../src/square.hpp"
#include "catch.hpp"

using namespace shop;

class ShapeTest : public ::testing::Test {
 protected:
  void SetUp() override { square = new Square(2); }
  Square* square = nullptr;
};

// The area of a square.
TEST_F(ShapeTest, Area) { EXPECT_EQ(4, square->area()); }

TEST(Failures, Say) {
  Failure failure("x");
  EXPECT_STREQ("x", failure.what());
}

extern "C" int run_all(void) { return 0; }
