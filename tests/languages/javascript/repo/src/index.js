export * from './base.js';
export { default as Shown } from './base.js';
export { Cart as default, größe } from './cart.js';
