module.exports = {
  round(value) {
    return Math.round(value);
  },
  twice: (value) => double(value),
};

function double(value) {
  return 2 * value;
}
