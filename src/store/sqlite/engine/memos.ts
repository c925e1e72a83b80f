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

/** The caches of a store, and what clears them all. */
export interface Memos {
  remember: Remember;
  clear(): void;
  /**
   * Runs a read over one snapshot. A read-only store caches nothing outside of these reads, and clears its caches when
   * `version`, which grows with what other connections commit, is not that of the last one.
   */
  during<T>(version: number, read: () => T): T;
}

/** Builds the caches of a store. */
export function createMemos(isReadonly: boolean): Memos {
  const memos: { clear(): void }[] = [];
  let inUse = !isReadonly;
  let seen: number | undefined;
  const clear = (): void => {
    for (const memo of memos) memo.clear();
  };
  return {
    remember<Key, Value>(limit: number, weigh: (value: Value) => number = () => 1): Memo<Key, Value> {
      const known = new Map<Key, Value>();
      let weight = 0;
      const memo = {
        get: (key: Key) => (inUse ? known.get(key) : undefined),
        set(key: Key, value: Value) {
          if (!inUse) return;
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
    clear,
    during(version, read) {
      if (version !== seen) clear();
      seen = version;
      inUse = true;
      try {
        return read();
      } finally {
        inUse = false;
      }
    },
  };
}
