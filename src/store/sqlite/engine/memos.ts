/** A cache over the database. */
export interface Memo<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Removes all entries. */
  clear(): void;
}

/**
 * Builds a cache that is cleared when a transaction fails, or when it exceeds `limit`: entries, or the sum of what
 * `weigh` returns for each.
 */
export type Remember = <Key, Value>(limit: number, weigh?: (value: Value) => number) => Memo<Key, Value>;

/**
 * The caches of a store, and what clears them all. A read-only store caches nothing, because another connection may
 * write at any time.
 */
export function createMemos(isReadonly: boolean): { remember: Remember; clear(): void } {
  const memos: { clear(): void }[] = [];
  return {
    remember<Key, Value>(limit: number, weigh: (value: Value) => number = () => 1): Memo<Key, Value> {
      const known = new Map<Key, Value>();
      let weight = 0;
      const memo = {
        get: (key: Key) => known.get(key),
        set(key: Key, value: Value) {
          if (isReadonly) return;
          if (weight >= limit) memo.clear();
          weight += weigh(value);
          known.set(key, value);
        },
        clear() {
          known.clear();
          weight = 0;
        },
      };
      memos.push(memo);
      return memo;
    },
    clear() {
      for (const memo of memos) memo.clear();
    },
  };
}
