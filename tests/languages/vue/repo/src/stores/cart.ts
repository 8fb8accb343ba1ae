export class CartStore {
  items: string[] = []

  add(item: string) {
    this.items.push(item)
  }
}

export function useCart(): CartStore {
  return new CartStore()
}
