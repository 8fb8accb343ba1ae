import * as React from 'react';
import { Cart, makeCart } from '../cart';
import { raw } from '../core';

interface Props {
  cart: Cart;
  onPick?: (name: string) => void;
}

export const Row: React.FC<Props> = ({ cart }) => <li>{cart.größe}</li>;

export class Panel extends React.Component<Props> {
  private readonly store: raw.Store<any> = new raw.Store();

  render() {
    const cart = makeCart('x');
    cart.persist();
    this.store.find_one('a');
    return (
      <ul>
        <Row cart={cart} />
      </ul>
    );
  }
}
