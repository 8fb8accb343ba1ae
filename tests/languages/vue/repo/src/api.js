import { round } from './money'

export async function load(id) {
  return fetch(`/carts/${id}`)
}

export const price = (value) => round(value)
