import { sha256 } from '../../core/hash.ts';
import type { EventId } from '../../core/ids.ts';
import type { Engine } from './engine.ts';

/** What was forgotten: hashes of event ids, no text. */
export interface Tombstones {
  has(id: EventId): boolean;
  add(id: EventId, at: number): void;
}

/** Builds the tombstones of a store; asking costs nothing while there are none. */
export function createTombstones(engine: Engine): Tombstones {
  const { db } = engine;
  const memo = engine.remember<'any', boolean>(1);
  const any = (): boolean => {
    const known = memo.get('any') ?? db.get('SELECT 1 FROM tombstones LIMIT 1') !== undefined;
    memo.set('any', known);
    return known;
  };
  return {
    has: (id) => any() && db.get('SELECT 1 FROM tombstones WHERE hash = ?', hashOf(id)) !== undefined,
    add(id, at) {
      db.run('INSERT INTO tombstones (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING', hashOf(id), at);
      memo.set('any', true);
    },
  };
}

function hashOf(id: EventId): Uint8Array {
  return sha256(`forgotten ${id}`).subarray(0, 16);
}
