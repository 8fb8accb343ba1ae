package org.shop.cart;

class Sizes {
  private final int size;

  int size(int of) {
    int size = size(of);
    return Cart.Size.SMALL.fits(null) ? size : size(size);
  }

  static class Tape {
    void measure() {}
  }

  static class Box extends java.util.AbstractList<String> {
    Tape tape() {
      return new Tape() {
        void twice() {
          measure();
        }
      };
    }
  }
}
