package org.shop.cart;

import org.junit.Test;

public class CartTest {
  private final Cart cart = new Cart("mine");

  @Test
  public void addsLines() {
    cart.add("a", 1);
    cart.label();
    assertEquals(cart.later(), null);
  }

  void guesses() {
    visit(thing -> thing.settle());
    visit(thing -> thing.settleAll());
    visit(thing -> thing.toString());
  }
}
