package org.shop.pricing;

public final class Prices {
  private Prices() {}

  public static int rounded(int cents) {
    return Math.round(cents);
  }

  public static Price free() {
    return new Price(0);
  }
}
