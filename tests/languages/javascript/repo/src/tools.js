import { money } from './format.js';

const rounded = (value) => value;
const table = { money, half: rounded };

function price_of(value) {
  return rounded.call(null, value) + money.bind(null)(1);
}

export default {
  rounded,
  price: money,
  both(value) {
    return table.money(table.half(value));
  },
};
