import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SqlValue } from '../../../src/platform/sqlite.ts';
import { openDatabase } from '../../../src/platform/sqlite.ts';
import type { ItemFilter } from '../../../src/store/contract.ts';
import { createEngine } from '../../../src/store/sqlite/engine.ts';
import { EVENT_READS } from '../../../src/store/sqlite/event-rows.ts';
import { branchesOf } from '../../../src/store/sqlite/filter.ts';
import { createInterned } from '../../../src/store/sqlite/interned.ts';
import { ITEM_READS } from '../../../src/store/sqlite/item-rows.ts';
import { NEXT_DUE } from '../../../src/store/sqlite/jobs.ts';
import { EQUALS } from '../../../src/store/sqlite/repeats.ts';
import { FIND_TELLING } from '../../../src/store/sqlite/tellings.ts';
import { makeEvent, makeItem, projectOf } from '../contract/make.ts';
import { openTemporary } from './open-temporary.ts';

const FILTERS: Readonly<Record<string, ItemFilter>> = {
  'of a kind of a project': { project: projectOf('p'), kinds: ['prompt'] },
  'of a project, any kind': { project: projectOf('p') },
  'of a kind, any project': { kinds: ['knowledge'], knowledge: ['decision'] },
  'of a session': { session: makeEvent().session, since: 1 },
  'of a file': { file: 'src/a.ts', fileChanged: true },
};

const READS: Readonly<Record<string, { sql: string; values?: SqlValue[] }>> = {
  'an event by id': { sql: EVENT_READS.byId },
  'events since': { sql: EVENT_READS.since },
  'events that wait to be derived': { sql: EVENT_READS.pending },
  'an item by id': { sql: ITEM_READS.byId },
  'items by ids': { sql: ITEM_READS.byIds, values: ['[]'] },
  'items of events': { sql: ITEM_READS.byEvents, values: ['[]'] },
  'items of an event': { sql: ITEM_READS.byEvent },
  'items of a session alone': { sql: ITEM_READS.ofSessionAlone },
  'a telling by its fingerprint': { sql: FIND_TELLING },
  'equal observations': { sql: EQUALS },
  'the next job': { sql: NEXT_DUE },
  'when the next job is due': { sql: 'SELECT min(run_at) AS at FROM jobs WHERE state < 2' },
};

suite('the plan of a common read goes along an index:', () => {
  for (const [name, { sql, values = [] }] of Object.entries(READS)) {
    test(name, (t) => {
      const { path } = openTemporary(t);
      assert.deepEqual(scansOf(path, sql, values), []);
    });
  }

  for (const [name, filter] of Object.entries(FILTERS)) {
    test(`items ${name}, newest first`, async (t) => {
      const { store, path } = openTemporary(t);
      await store.log.append({ events: [makeEvent({ project: projectOf('p') })] });
      await store.items.apply({ derived: [], put: [makeItem({ detail: { filesChanged: ['src/a.ts'] } })] });
      const engine = createEngine(openDatabase(path, { readonly: true }));
      const branches = branchesOf({ engine, interned: createInterned(engine) }, filter, { limit: 10 });
      engine.db.close();
      assert.ok(branches.length > 0);
      for (const { sql, values } of branches) assert.deepEqual(scansOf(path, sql, values), []);
    });
  }
});

/** The steps of a statement's plan that go through a whole table of events, items, tellings or jobs, or sort more than a file's items. */
function scansOf(path: string, sql: string, values: readonly SqlValue[]): string[] {
  const db = openDatabase(path, { readonly: true });
  const steps = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
  db.close();
  assert.ok(
    steps.some((step) => /^SEARCH|USING (COVERING )?INDEX/.test(step)),
    steps.join('\n'),
  );
  return steps.filter((step) => /^SCAN (e|i|events|items|tellings|jobs)\b/.test(step));
}
