import 'money.dart' as money;

/// Something that has a price.
abstract interface class Priced {
  int get price;

  String describe([String unit = '€']);
}

mixin Named {
  String get name;

  // Not a doc comment.
  String shout() => name.toUpperCase();
}

typedef Rule = bool Function(Item item);

@immutable
class Item with Named implements Priced {
  static const int limit = 10, least = 1;
  static final Map<String, Item> _known = {};

  final String name;
  final money.Amount amount;

  Item(this.name, this.amount) {
    check(amount.cents);
  }

  Item.free(this.name) : amount = money.Amount(0);

  factory Item.known(String name) {
    return _known[name] ?? Item.free(name);
  }

  @override
  int get price => amount.rounded();

  set price(int value) {
    throw StateError('class Fake { }');
  }

  @override
  String describe([String unit = '€']) => '${shout()} ${money.format(amount)} $unit';

  bool operator <(Item other) => price < other.price;

  static void check(int cents) {
    assert(cents >= 0);
  }
}

class Gift extends Item {
  Gift(super.name, super.amount);

  String wrap() {
    final text = super.describe();
    return this.shout() + text;
  }
}

extension Sizes on Item {
  int get size => name.length;

  bool fits(Rule rule) => rule(this);
}

enum Kind {
  book('b'),
  toy('t');

  const Kind(this.letter);

  final String letter;

  String title() => letter.toUpperCase();
}
