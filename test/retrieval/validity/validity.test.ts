import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit } from '../../../src/api/answers.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import type { ItemId } from '../../../src/core/model/ids.ts';
import { getRecords } from '../../../src/retrieval/entries/get.ts';
import { listItems } from '../../../src/retrieval/entries/list.ts';
import { searchItems } from '../../../src/retrieval/search/search.ts';
import { isValid, supersedesItem, validityInMemory } from '../../../src/retrieval/validity/validity.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, edited, openTestStore, promptOfProgram, ROOT, tellSession } from '../fill-store.ts';

const AT = Date.UTC(2026, 0, 9);
const DAY_MS = 24 * 3_600_000;
const NOW = AT + 30 * DAY_MS;

function read(path: string): EventBody {
  return {
    kind: 'tool.end',
    tool: 'Read',
    input: { file_path: `${ROOT}/${path}` },
    output: 'export const port = 3000;',
    success: true,
  };
}

async function fill(store: Store): Promise<void> {
  await tellSession(store, {
    name: 'first',
    at: AT,
    bodies: [asked('The staging API port is 3000.'), read('src/port.ts'), promptOfProgram('Which port is it?')],
  });
  await tellSession(store, {
    name: 'second',
    at: AT + DAY_MS,
    bodies: [asked('The staging API port is now 4000.'), edited('src/port.ts')],
  });
}

const hitsOf = async (store: Store, query: string) => (await searchItems(store, { filter: {}, query }, NOW)).hits;

test('what was restated ranks below what restates it, and says by what', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const hits = await hitsOf(store, 'staging API port');
  const newer = hits.findIndex(({ kind, title }) => kind === 'prompt' && title.includes('4000'));
  const older = hits.findIndex(({ kind, title }) => kind === 'prompt' && title.includes('3000'));
  assert.ok(newer >= 0 && newer < older);
  assert.equal(hits[older]?.supersededBy, hits[newer]?.id);
  assert.equal(hits[newer]?.supersededBy, undefined);
});

test('a question for the past keeps the mark and takes nothing off', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const query = 'what was the old staging API port 3000?';
  const { hits } = await searchItems(store, { filter: {}, query, explain: true }, NOW);
  const now = await searchItems(store, { filter: {}, query: 'staging API port', explain: true }, NOW);
  const old = hits.find(({ kind, title }) => kind === 'prompt' && title.includes('is 3000'));
  assert.ok(old?.supersededBy !== undefined);
  assert.equal(old.why?.givesWay, undefined);
  assert.ok(now.hits.some(({ id, why }) => id === old.id && (why?.givesWay ?? 0) < 0));
});

test('when the newer is forgotten, the older stands again', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const [newer] = await hitsOf(store, 'staging API port now 4000');
  const [item] = await store.items.get([newer?.id as ItemId]);
  assert.ok(item?.event !== undefined);
  await store.log.erase([item.event], NOW);
  const hits = await hitsOf(store, 'staging API port');
  assert.ok(hits.some(({ title }) => title.includes('3000')));
  assert.ok(hits.every(({ supersededBy }) => supersededBy === undefined));
});

test('what shows a file that was changed since is stale, in search, lists and whole', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const by = (hits: Hit[], title: string) => hits.find((hit) => hit.title === title) as Hit;
  const hits = await hitsOf(store, 'src/port.ts');
  const edit = by(hits, 'Edit src/port.ts');
  const stale = { since: new Date(AT + DAY_MS + 60_000).toISOString(), by: edit.id, reason: 'changed' };
  assert.deepEqual(hits.find(({ title }) => title === 'Read src/port.ts')?.stale, stale);
  assert.equal(hits.find(({ title }) => title === 'Edit src/port.ts')?.stale, undefined);
  const { entries } = await listItems(store, { file: 'src/port.ts' }, { limit: 10 });
  assert.deepEqual(entries.find(({ title }) => title === 'Read src/port.ts')?.stale, stale);
  const { records } = await getRecords(store, [by(hits, 'Read src/port.ts').id, edit.id]);
  assert.deepEqual(
    records.map((record) => record.stale),
    [stale, undefined],
  );
});

test('a memory that no question brought together with the later one knows it all the same, both ways', async (context) => {
  const store = openTestStore(context);
  await fill(store);
  const prompts = await store.items.list({ kinds: ['prompt'] }, { limit: 10 });
  const [older, newer] = ['is 3000', 'now 4000'].map((words) => prompts.find(({ text }) => text.includes(words)));
  assert.ok(older !== undefined && newer !== undefined);
  const marks = await validityInMemory(store, [older]);
  assert.equal(marks.get(older.id)?.supersededBy, newer.id);
  assert.equal(isValid(marks.get(older.id)), false);
  assert.ok((await supersedesItem(store, newer)).includes(older.id));
  assert.deepEqual(await supersedesItem(store, older), []);
  const { records } = await getRecords(store, [newer.id]);
  assert.ok(records[0]?.links?.some(({ relation, id }) => relation === 'supersedes' && id === older.id));
});
