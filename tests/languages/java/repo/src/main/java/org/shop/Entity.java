package org.shop;

import java.util.Optional;

/** Has a name. */
public abstract class Entity<K> implements Named {
  public static final int LIMIT = 10;
  protected final Registry registry = new Registry();
  private String größe;

  protected Entity(String name) {
    check(name);
  }

  private static void check(String name) {}

  @Override
  public String label() {
    return clean().trim();
  }

  /* why */
  protected String clean() {
    return "class Fake { void no() {} }";
  }

  public Entity<K> renamed(String name) {
    registry.register(this);
    return this;
  }
}

interface Named {
  String label();

  default String shortLabel() {
    return label();
  }
}

class Registry {
  void register(Named entity) {
    entity.shortLabel();
  }

  void settle() {}
}
