import { DROP_DISTILLED } from '../derived/undistilled.ts';
import { markAllPending } from '../log/pending.ts';
import { RELEASE_VECTORS } from '../vectors/vector-change.ts';
import type { Engine } from './engine.ts';
import type { Interned } from './interned.ts';

/** Drops all that was derived and marks every event as not derived: the start of a rebuild, which keeps vectors (design §2). */
export function reset({ engine, interned }: { engine: Engine; interned: Interned }): void {
  engine.write(() => {
    engine.db.exec(`
      INSERT INTO items_fts (items_fts) VALUES ('delete-all');
      INSERT INTO made_fts (made_fts) VALUES ('delete-all');
      DELETE FROM links;
      DELETE FROM lexicon;
      DELETE FROM near_bands;
      ${RELEASE_VECTORS}
      DELETE FROM item_files;
      DELETE FROM item_concepts;
      DELETE FROM concepts;
      DELETE FROM items;
      DELETE FROM files;
      DELETE FROM rules;
      ${DROP_DISTILLED}
      DELETE FROM session_contexts;
      DELETE FROM counters WHERE name GLOB 'item:*' OR name = 'made';
      UPDATE sessions SET exposed_at = NULL;
      UPDATE projects SET given_name = NULL;
    `);
    markAllPending(engine);
  });
  interned.clear();
}
