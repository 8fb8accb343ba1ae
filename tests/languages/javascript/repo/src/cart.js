import Base, { Priced as WithPrice, revealed } from './base.js';
import * as format from './format.js';
import open from '../lib/legacy.js';
import { twice } from '../lib/math.js';

const LIMIT = 10;

// Comment between.
export class Cart extends WithPrice {
  #lines = [];
  formatter = new format.Formatter();
  ledger = null;

  constructor() {
    super();
    this.shown = new Base();
  }

  append(line, twice) {
    twice(line);
    this.#check(line);
    this.formatter.run_all(line);
    this.shown.title();
  }

  #check = (line) => {
    revealed(line);
  };

  title() {
    return super.title() + this.describe();
  }

  settle() {
    const größe = 1;
    return format.money(twice(LIMIT));
  }
}

export const größe = (cart) => cart.describe();

const helpers = {
  start() {
    return this.stop_all();
  },
  stop_all: function () {
    return open('x');
  },
};

helpers.start();
