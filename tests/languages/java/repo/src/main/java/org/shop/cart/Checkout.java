package org.shop.cart;

class Checkout {
  private Cart cart;

  void run(Object thing, Cart.Size size) {
    var fresh = new Cart("x");
    fresh.renamed("y").label();
    cart.add("a", 1).total();
    if (thing instanceof Cart.Line line) {
      line.describe();
    }
    size.fits(cart);
    total();
  }

  private void total() {}

  void settle() {}
}
