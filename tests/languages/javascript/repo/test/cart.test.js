const legacy = require('../lib/legacy');
const { Book } = require('../lib/legacy');

describe('cart', () => {
  it('records', async () => {
    const ledger = new Book('a');
    ledger.record({});
    legacy('b').name;
    const { money } = await import('../src/format.js');
    money(1);
    something().settle();
  });
});
