export * from './entity';
export { Store, default as Stores } from './store';
export * as raw from './store';
