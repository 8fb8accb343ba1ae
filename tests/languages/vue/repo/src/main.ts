import CartView from './components/CartView.vue'

export function start(root: Element) {
  mount(root, CartView)
}

function mount(root: Element, view: unknown) {
  root.append(String(view))
}
