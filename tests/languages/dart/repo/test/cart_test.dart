import 'package:shop/shop.dart';
import 'package:shop/src/money.dart' as m;
import 'package:test/test.dart';

void main() {
  group('cart', () {
    late Cart cart;

    setUp(() {
      cart = openCart();
    });

    test('has a total', () async {
      final item = Item('b', m.Amount(1));
      await cart.addItem(item);
      expect(m.format(cart.total()), '01');
      expect(item.fits((it) => it.size > 0), isTrue);
    });
  });
}
