#pragma once
#define TILL_BEGIN_NAMESPACE namespace till {
#define TILL_END_NAMESPACE }

TILL_BEGIN_NAMESPACE

class Drawer {
 public:
  void slide() {}
};

inline int counted(int coins) { return coins; }

namespace inner {
inline int rounded(int coins) { return counted(coins); }
}

TILL_END_NAMESPACE

namespace shop::scale {
inline int measured(double side) { return side > 1; }
}
