/** What is shown. */
export default class Shown {
  describe() {
    return this.title();
  }

  title() {
    return '';
  }

  settle() {}
}

/* Not attached to the next. */

export class Priced extends Shown {
  static of(amount) {
    return new Priced(amount);
  }
}

function secret() {}

export { secret as revealed };
