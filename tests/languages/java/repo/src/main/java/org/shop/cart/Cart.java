package org.shop.cart;

import static org.shop.pricing.Prices.rounded;

import java.util.ArrayList;
import java.util.List;
import org.shop.Audited;
import org.shop.Entity;
import org.shop.pricing.*;
import org.shop.pricing.Price;

public class Cart extends Entity<String> {
  private final List<Line> lines = new ArrayList<>();

  public Cart(String name) {
    super(name);
  }

  // Adds one.
  @Audited("add")
  public Cart add(Line line) {
    Line.check(line);
    lines.add(line);
    return this;
  }

  public Cart add(String text, int amount) {
    return add(new Line(text, new Price(amount)));
  }

  @Override
  protected String clean() {
    return super.clean() + this.shortLabel();
  }

  int total() {
    int sum = 0;
    for (Line line : lines) {
      sum += line.price.cents();
    }
    Prices.free();
    lines.stream().map(Line::describe);
    return rounded(sum);
  }

  Runnable later() {
    return new Runnable() {
      @Override
      public void run() {
        Cart.this.total();
        settleAll();
      }
    };
  }

  void settleAll() {
    registry.settle();
  }

  record Line(String text, Price price) {
    Line {
      check(null);
    }

    static void check(Line line) {}

    String describe() {
      return text + price.cents();
    }
  }

  enum Size {
    SMALL,
    LARGE {
      @Override
      boolean fits(Cart cart) {
        return cart.total() > Entity.LIMIT;
      }
    };

    boolean fits(Cart cart) {
      return true;
    }
  }
}
