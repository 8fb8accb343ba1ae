package org.shop.pricing;

public class Price {
  private final int cents;

  public Price(int cents) {
    this.cents = Prices.rounded(cents);
  }

  public int cents() {
    return cents;
  }
}
