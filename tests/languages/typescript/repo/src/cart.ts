import { Entity, Stores, type Named } from './core';
import { logged as traced } from './decorators';
import fs from 'fs';

declare const VERSION: string;

class Base extends Entity implements Named {
  label(prefix?: string): string {
    return `${prefix} function fake() {}`;
  }
}

export class Cart extends Base {
  private helper?: Helper;
  static #count = 0;

  // Why it is here.
  @traced('add')
  add_line(line: Line, makeCart: (line: Line) => void): void {
    makeCart(line);
    line.total();
    this.helper!.assist();
  }

  get größe(): number {
    return this.persist().size;
  }

  private handler = (event: Event): void => {
    this.label();
  };
}

interface Line extends Named {
  total(): number;
}

class Helper {
  assist(): Helper | null {
    fs.readFileSync('x');
    return Stores.create() && null;
  }

  refund_all() {}
}

export const makeCart = (name: string): Cart => new Cart(Stores.create(), name);

export function demo(thing: any, cart: Cart | undefined) {
  cart?.add_line(thing, thing);
  makeCart('x').label();
  const helper: Helper = thing;
  helper.assist()?.refund_all();
}

export function guess(thing: any) {
  thing.refund_all();
  thing.label();
}
