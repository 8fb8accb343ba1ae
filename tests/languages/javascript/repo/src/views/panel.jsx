import Cart, { größe, Shown } from '../index';

function Line({ cart }) {
  return <li onClick={() => cart.settle()}>{größe(cart)}</li>;
}

export default function Panel() {
  const cart = new Cart();
  cart.append('a');
  return (
    <ul>
      <Line cart={cart} />
      <Shown.Part />
    </ul>
  );
}
