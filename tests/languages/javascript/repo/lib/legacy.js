'use strict';

const path = require('path');
const { round: rounded } = require('./math');

function Ledger(name) {
  this.name = name;
}

Ledger.prototype.record = function (entry) {
  this.check(entry);
  return rounded(entry.amount);
};

Ledger.prototype.check = function () {};

function open(name) {
  path.join(name, 'function fake() {}');
  return new Ledger(name);
}

exports = module.exports = open;
exports.Book = Ledger;
