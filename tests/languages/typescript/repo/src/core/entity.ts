import type { Store } from './store';

/** Has a name. */
export abstract class Entity<K = string> {
  protected readonly size = 0;
  constructor(private readonly store: Store<Entity>, public name?: string) {}

  abstract label(): string;

  persist(): this {
    this.store.put_all(this);
    return this;
  }

  clone_with(name: string): Promise<Entity | null> {
    return this.persist().store.find_one(name);
  }
}

export interface Named {
  readonly name?: string;
  label(prefix?: string): string;
}

export type Key = string | number;

export function keyOf(value: string): Key;
export function keyOf(value: number): Key;
export function keyOf(value: any): Key {
  return normal(value);
}

function normal(value: Key) {
  return value;
}
