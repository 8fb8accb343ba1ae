#include "shop/till.h"

using till::inner::rounded;
namespace scale = shop::scale;

int open_till(till::Drawer drawer) {
  drawer.slide();
  return rounded(1) + till::counted(2) + std::counted(3);
}

int measure() { return scale::measured(1); }
