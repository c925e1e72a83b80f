import { asObject, type JsonObject, parseJson } from '../../../core/json.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { Losses } from './losses.ts';

/** Marks the state of a read transcript as that of one to be read again from its beginning. */
export type StateToReadAgain = (state: JsonObject) => JsonObject;

const TOMBSTONES = ['tombstones', 'session_tombstones'];

/**
 * Has every transcript read again after a loss, since it may still tell what is lost. Not where tombstones are: it may tell
 * what was forgotten, too.
 */
export function readAgain(
  db: Database,
  { losses, toReadAgain }: { losses: Losses; toReadAgain: StateToReadAgain },
): void {
  if (losses.count() === 0 || TOMBSTONES.some((table) => losses.of(table) > 0)) return;
  db.transaction(() => {
    for (const { path, state } of db.all<{ path: string; state: string }>('SELECT path, state FROM offsets')) {
      const again = JSON.stringify(toReadAgain(asObject(parseJson(state))));
      db.run('UPDATE offsets SET state = ? WHERE path = ?', again, path);
    }
  });
}
