import { Cart, demo } from '../src/cart';

let cart: Cart;

beforeEach(() => {
  cart = new Cart();
});

test('persists', () => {
  cart.persist();
  demo(null, cart);
});
