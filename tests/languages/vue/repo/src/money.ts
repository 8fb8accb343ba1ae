export function format(cents: number): string {
  return (cents / 100).toFixed(2)
}

export function round(value: number): number {
  return Math.round(value)
}
