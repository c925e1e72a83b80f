import type { CommonDetail } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { Interned } from '../engine/interned.ts';

interface ConceptDeps {
  db: Database;
  interned: Interned;
}

/** Writes which concepts an item names. */
export function saveConcepts({ db, interned }: ConceptDeps, item: number, { concepts = [] }: CommonDetail): void {
  for (const name of new Set(concepts)) {
    db.run('INSERT INTO item_concepts (concept, item) VALUES (?, ?)', interned.addConcept(name), item);
  }
}

/** Removes which concepts an item names, and the concepts that no item names any more. */
export function dropConcepts({ db, interned }: ConceptDeps, item: number, { concepts = [] }: CommonDetail): void {
  for (const name of new Set(concepts)) {
    const concept = interned.concept(name);
    if (concept === undefined) continue;
    db.run('DELETE FROM item_concepts WHERE concept = ? AND item = ?', concept, item);
    const { changes } = db.run(
      'DELETE FROM concepts WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM item_concepts WHERE concept = ?1)',
      concept,
    );
    if (changes > 0) interned.clear();
  }
}
