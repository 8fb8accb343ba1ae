/// A small shop.
library;

export 'src/cart.dart' show Cart, openCart;
export 'src/item.dart';
