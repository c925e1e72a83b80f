import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SqlValue } from '../../../src/platform/sqlite/sqlite.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import type { ItemFilter } from '../../../src/store/contract/item-filter.ts';
import type { EventFilter, SessionFilter } from '../../../src/store/contract/log.ts';
import { DISTILLED_READS } from '../../../src/store/sqlite/derived/distilled.ts';
import { FIND_PATTERN } from '../../../src/store/sqlite/derived/findings.ts';
import { COUNT_TELLINGS } from '../../../src/store/sqlite/derived/injection-log.ts';
import { NEXT_DUE } from '../../../src/store/sqlite/derived/jobs.ts';
import { UNREFINED } from '../../../src/store/sqlite/derived/models.ts';
import { createEngine } from '../../../src/store/sqlite/engine/engine.ts';
import { createInterned } from '../../../src/store/sqlite/engine/interned.ts';
import { CHANGES_OF } from '../../../src/store/sqlite/items/changed-files.ts';
import { EQUALS } from '../../../src/store/sqlite/items/duplicates.ts';
import { branchesOf } from '../../../src/store/sqlite/items/filter.ts';
import { TOLD_LAST } from '../../../src/store/sqlite/items/injections.ts';
import { ITEM_READS } from '../../../src/store/sqlite/items/item-rows.ts';
import { LINKS_OF, NEIGHBOURS_OF } from '../../../src/store/sqlite/items/items.ts';
import { COUNT_BY_KIND } from '../../../src/store/sqlite/items/list-items.ts';
import { NEAR_READS } from '../../../src/store/sqlite/items/near-duplicates.ts';
import { FIND_EVENT_REPORT, PRUNE_DELIVERIES } from '../../../src/store/sqlite/log/event-reports.ts';
import { EVENT_READS } from '../../../src/store/sqlite/log/event-rows.ts';
import { conditionsOnEvents } from '../../../src/store/sqlite/log/select-events.ts';
import { selectSessions } from '../../../src/store/sqlite/log/sessions.ts';
import { VECTOR_FINDS } from '../../../src/store/sqlite/vectors/vector-change.ts';
import { READ_SLICE } from '../../../src/store/sqlite/vectors/vector-index.ts';
import { SCORED_READS } from '../../../src/store/sqlite/vectors/vector-search.ts';
import { VECTOR_READS } from '../../../src/store/sqlite/vectors/vectors.ts';
import { LEXICON_READS } from '../../../src/store/sqlite/words/lexicon.ts';
import { MADE_AMONG } from '../../../src/store/sqlite/words/word-index.ts';
import { makeEvent, makeItem, projectOf } from '../contract/make.ts';
import { openTemporary } from './open-temporary.ts';

const FILTERS: Readonly<Record<string, ItemFilter>> = {
  'of a kind of a project': { project: projectOf('p'), kinds: ['prompt'] },
  'of a project, any kind': { project: projectOf('p') },
  'of a kind, any project': { kinds: ['knowledge'], knowledge: ['decision'] },
  'of a session': { session: makeEvent().session, since: 1 },
  'of a file': { file: 'src/a.ts' },
  'of a meaning of a project': { project: projectOf('p'), meanings: ['bugfix'], categories: ['testing'] },
  'that are hidden': { hidden: 'only' },
};

const READS: Readonly<Record<string, { sql: string; values?: SqlValue[] }>> = {
  'an event by id': { sql: EVENT_READS.byId },
  'events since': { sql: EVENT_READS.since },
  'events that wait to be derived': { sql: EVENT_READS.pending },
  'events by number': { sql: EVENT_READS.bySeqs, values: ['[]'] },
  'events about memories': { sql: EVENT_READS.about, values: ['[]'] },
  'an item by id': { sql: ITEM_READS.byId },
  'items by ids': { sql: ITEM_READS.byIds, values: ['[]'] },
  'items of events': { sql: ITEM_READS.byEvents, values: ['[]'] },
  'items of an event': { sql: ITEM_READS.byEvent },
  'items of a session alone': { sql: ITEM_READS.ofSessionAlone },
  'items of a session by kind': { sql: COUNT_BY_KIND },
  'the links of items': { sql: LINKS_OF, values: ['[]', '[]'] },
  'what stands next to some items': { sql: NEIGHBOURS_OF, values: ['[]', 3] },
  'changes of files': { sql: CHANGES_OF, values: ['[]'] },
  'what a session was told last': { sql: TOLD_LAST, values: [null, 0, 9] },
  'what is hidden': { sql: 'SELECT seq FROM items WHERE hidden = 1' },
  'items of a session, to be distilled': { sql: ITEM_READS.ofSession, values: [1, 0, null, 9] },
  'findings of a pattern': { sql: DISTILLED_READS.findings, values: [1, 0, 7, 'k'] },
  'a pattern by its key': { sql: FIND_PATTERN, values: [1, 0, 7, 'k'] },
  'a telling by its fingerprint': { sql: FIND_EVENT_REPORT },
  'equal observations': { sql: EQUALS },
  'summaries that wait for a model': { sql: UNREFINED, values: [4, 1, 1] },
  'bands that hold anything': { sql: NEAR_READS.held, values: ['[]'] },
  'what is before an item in a band': { sql: NEAR_READS.before },
  'what is after an item in a band': { sql: NEAR_READS.after },
  'the earliest of those that may be near': { sql: NEAR_READS.earliest, values: ['[]'] },
  'deliveries that are too old': { sql: PRUNE_DELIVERIES },
  'the next job': { sql: NEXT_DUE, values: [1, '[]'] },
  'who has a vector of a former model': { sql: VECTOR_READS.ofModel },
  'who waits for a vector of a text': { sql: VECTOR_READS.waitingForText },
  'vectors of a text of former models': { sql: VECTOR_READS.ofText, values: [null, 2] },
  'the vector of an item': { sql: VECTOR_FINDS.ofItem },
  'a vector of a text': { sql: VECTOR_FINDS.ofText },
  'vectors that no item has': { sql: VECTOR_FINDS.released },
  'vectors after a number': { sql: READ_SLICE },
  'vectors of some items': { sql: SCORED_READS.byItems, values: ['[]'] },
  'vectors by number': { sql: SCORED_READS.byNumbers, values: ['[]'] },
  'vectors by number, of a project and time': { sql: SCORED_READS.byNumbersPlaced, values: ['[]'] },
  'how often a memory was told': { sql: COUNT_TELLINGS },
  'which of some items are made of others': { sql: MADE_AMONG, values: ['[]'] },
  'which words the lexicon holds': { sql: LEXICON_READS.held, values: ['[]'] },
  'words with a beginning': { sql: LEXICON_READS.beginning, values: ['a', 'b', 9] },
  'words alike': { sql: LEXICON_READS.alike, values: ['a', 'b', 1, 9, 'a', 'b', 'c', 9] },
  'the items that hold a word': { sql: LEXICON_READS.holders, values: ['word', 9] },
  'the made items that hold a word': { sql: LEXICON_READS.madeHolders, values: ['word', 9] },
  'when the next job is due': { sql: 'SELECT min(run_at) AS at FROM jobs WHERE state < 2' },
};

const EVENT_FILTERS: Readonly<Record<string, EventFilter>> = {
  'of a session': { session: makeEvent().session, kinds: ['prompt'] },
  'of a project and time': { project: projectOf('p'), since: 1 },
};

const SESSION_FILTERS: Readonly<Record<string, SessionFilter>> = {
  'of all agents': {},
  'of a project': { project: projectOf('p') },
  'of an agent and time': { agent: 'claude-code', since: 1 },
  'by ids': { ids: [makeEvent().session] },
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
      const parts = { engine, interned: createInterned(engine) };
      const first = branchesOf(parts, filter, { limit: 10 });
      const next = branchesOf(parts, filter, { limit: 10, after: { at: 1, seq: 1 } });
      engine.db.close();
      assert.ok(first.length > 0);
      for (const { sql, values } of [...first, ...next]) assert.deepEqual(scansOf(path, sql, values), []);
    });
  }

  for (const [name, filter] of Object.entries(EVENT_FILTERS)) {
    test(`events ${name}`, (t) => {
      const { path } = openTemporary(t);
      const engine = createEngine(openDatabase(path, { readonly: true }));
      const { from, conditions } = conditionsOnEvents({ engine, interned: createInterned(engine) }, filter);
      engine.db.close();
      const sql = `SELECT e.seq FROM ${from} WHERE e.seq > ? AND e.seq <= ? AND ${conditions.sql} ORDER BY e.seq LIMIT ?`;
      assert.deepEqual(scansOf(path, sql, [0, 9, ...conditions.values, 9]), []);
    });
  }

  for (const [name, filter] of Object.entries(SESSION_FILTERS)) {
    test(`sessions ${name}, the latest first`, (t) => {
      const { path } = openTemporary(t);
      const { sql, values } = selectSessions(filter, { limit: 10, after: { at: 1, seq: 1 } });
      assert.deepEqual(scansOf(path, sql, values), []);
    });
  }
});

/** The steps of a statement's plan that go through a whole table that grows (sessions only: without an index). */
function scansOf(path: string, sql: string, values: readonly SqlValue[]): string[] {
  const db = openDatabase(path, { readonly: true });
  const steps = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
  db.close();
  assert.ok(
    steps.some((step) => /^SEARCH|USING (COVERING )?INDEX/.test(step)),
    steps.join('\n'),
  );
  const tables =
    'e|i|f|t|l|events|items|links|tellings|jobs|near_bands|deliveries|v|vectors|vector_waiting|lexicon|m|n|w';
  const scan = new RegExp(`^SCAN (?:(?:${tables})\\b|s$)`);
  return steps.filter((step) => scan.test(step));
}
