import { Entity, keyOf as toKey } from './entity';

export class Store<T extends Entity> {
  private items = new Map<string, T>();

  put_all(item: T): void {
    this.items.set(String(toKey(item.name)), item);
  }

  find_one(name: string): T | undefined {
    return this.items.get(name);
  }
}

export namespace Stores {
  export const SHARED = create();

  export function create(): Store<Entity> {
    return new Store<Entity>();
  }
}

export enum Mode {
  Fast = 1,
  Slow,
}

export default Stores;
