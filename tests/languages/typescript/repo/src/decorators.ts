export function logged(prefix: string) {
  return (target: unknown, key: string) => announce(prefix + key);
}

const announce = (text: string) => console.log(text);
