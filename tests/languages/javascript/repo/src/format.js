export class Formatter {
  run_all(text) {
    return money(text);
  }

  settle() {}
}

export function money(value) {
  const text = () => pad(value);
  return text();
}

function pad(value) {
  return `${money.name} ${padded(value)}`;
}

function padded(value) {
  return String(value);
}
