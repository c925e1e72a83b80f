// Homes of the first schema, filled with something of everything that it knows, and what they are asked.

import type { Item } from '../../../../src/core/model/item.ts';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import type { Store } from '../../../../src/store/contract/store.ts';
import { MIGRATIONS, migrate } from '../../../../src/store/sqlite/engine/migrate.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import {
  eventIdOf,
  makeEvent,
  makeItem,
  makeUnnumbered,
  namesOf,
  projectOf,
  putWithEvent,
  START,
  toolEnd,
} from '../../contract/make.ts';

/** Tables whose rows a schema 1 home has, so that each comes after those it names. */
const TABLES =
  'projects sessions labels packs events bodies event_bodies tellings deliveries tombstones pending counters rules files items item_files links';

/** A store with something of everything that schema 1 knows. */
export async function fillStore(path: string): Promise<Store> {
  const store = openSqliteStore({ path });
  const project = projectOf('shop');
  await store.log.append({
    events: [makeEvent({ project, cwd: '/w/shop', prompt: 'p1' }), makeUnnumbered('ok', 'l1')],
    projects: [
      { id: projectOf('/w/shop'), identity: '/w/shop', name: 'shop', root: '/w/shop' },
      { id: project, identity: 'example.com/shop', name: 'shop', root: '/w/shop', remote: 'example.com/shop' },
    ],
    delivery: { id: 'd1', at: START },
  });
  const item = (name: string, at: number) =>
    makeItem({ name, at: START + at, project, text: 'npm test failed', contentHash: 7, detail: DETAIL });
  await putWithEvent(store, makeEvent({ number: '2', project, body: toolEnd('long '.repeat(500)) }), [
    item('a', 0),
    item('b', 5),
    makeItem({ name: 'k', kind: 'knowledge', project, detail: { knowledge: 'decision', status: 'stated' } }),
  ]);
  await store.log.erase([eventIdOf('gone')], START);
  return store;
}

/** What the failed command of these homes holds. */
export const DETAIL: Item['detail'] = {
  observation: 'command',
  exitCode: 1,
  filesChanged: ['src/a.ts'],
  concepts: ['testing', 'ci'],
  prompt: 'p1',
};

/** What the questions of schema 1 answer. */
export async function answersOf({ log, items, candidates }: Store): Promise<unknown[]> {
  const all = await items.list({}, { limit: 10 });
  const ids = all.map(({ id }) => id);
  const found = await candidates.query({ words: ['failed', 'test'], phrases: [], filter: {}, limit: 10 });
  // What the file takes depends on how it was written.
  const { sizeBytes: _size, usedBytes: _used, freeBytes: _free, ...counts } = await log.counts();
  return [
    [await log.since(0, 10), await log.pending(10), counts],
    [await log.sessions({ limit: 10 }), await log.projects()],
    [all, await items.links(ids, ['repeats']), found],
    await items.list({ file: 'src/a.ts' }, { limit: 10 }),
    namesOf(await items.list({ concept: 'ci' }, { limit: 10 })),
    await log.measure({ project: projectOf('/w/shop') }),
    (await log.append({ events: [makeEvent({ number: 'gone' })], delivery: { id: 'd2', at: START } })).results,
    await log.append({ events: [makeEvent({ number: '9' })], delivery: { id: 'd1', at: START } }),
  ];
}

/** Writes the rows of a filled store into a new file of schema 1. */
export function writeFirstSchema(filled: string, path: string): void {
  const db = openDatabase(path);
  migrate(db, MIGRATIONS.slice(0, 1));
  db.run('ATTACH ? AS now', filled);
  for (const table of TABLES.split(' ')) {
    const columns = db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name);
    db.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM now.${table}`);
  }
  db.exec("INSERT INTO items_fts (items_fts) VALUES ('rebuild')");
  db.close();
}
