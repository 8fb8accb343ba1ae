import 'dart:async';

import 'package:shop/src/item.dart';
import 'money.dart' show Amount, nothing;

/// Items to be paid.
class Cart {
  final List<Item> _items = [];
  late Item first;
  void Function()? onChange;

  Future<void> addItem(Item item) async {
    if (_items.isEmpty) first = item;
    _items.add(item);
    _notify();
  }

  /// What is to be paid.
  Amount total() {
    first.shout();
    return nothing;
  }

  void _notify() {
    onChange?.call();
    scheduleMicrotask(() => print('changed'));
  }

  void clear(dynamic log) {
    log.describe();
    log.wrap();
    this._notify();
  }
}

Cart openCart() => Cart()
  ..addItem(Item.known('book'))
  ..addItem(Gift('toy', Amount(3)));
