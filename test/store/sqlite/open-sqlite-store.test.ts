import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { variedText } from '../../../bench/support/generated/varied-text.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { copyDatabaseFile } from '../../../src/store/sqlite/database-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { unpackText } from '../../../src/store/sqlite/text/packed-text.ts';
import {
  makeEvent,
  makeItem,
  makeUnnumbered,
  projectOf,
  putWithEvent,
  START,
  textsOf,
  toolEnd,
} from '../contract/make.ts';
import { openTemporary } from './open-temporary.ts';

/** All bytes of a store's files, and of all that is compressed in them. */
function everythingIn(path: string): string {
  const folder = dirname(path);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  const db = openDatabase(path, { readonly: true });
  const packed = db.all<{ data: Uint8Array }>('SELECT data FROM packs UNION ALL SELECT data FROM bodies');
  db.close();
  return [...files, ...packed.map(({ data }) => unpackText(data))].join('\n');
}

suite('a read-only store', () => {
  test('sees what the writer commits, and refuses to write', async (t) => {
    const { store, path } = openTemporary(t);
    const reader = openSqliteStore({ path, readonly: true });
    t.after(() => reader.close());
    await putWithEvent(store, makeEvent(), [makeItem({ name: 'cobalt' })]);
    assert.deepEqual(textsOf(await reader.log.since(0, 10)), ['text 1']);
    const { candidates } = await reader.candidates.query({ words: ['cobalt'], phrases: [], filter: {}, limit: 5 });
    assert.equal(candidates.length, 1);
    await store.log.erase([(await reader.log.since(0, 1))[0]?.id ?? ('' as never)], START);
    await putWithEvent(store, makeEvent({ number: '2', agentSession: 'two' }), [makeItem({ name: 'b' })]);
    assert.deepEqual(await reader.items.list({ session: makeEvent().session }, { limit: 5 }), []);
    const refused = { name: 'CairnError', code: 'not_allowed' };
    await assert.rejects(reader.log.append({ events: [makeEvent()] }), refused);
    await assert.rejects(reader.items.apply({ derived: [], put: [] }), refused);
    await assert.rejects(reader.log.reset(), refused);
    await assert.rejects(reader.log.erase([makeEvent().session as never], START), refused);
    await assert.rejects(reader.jobs.lease(START, { leaseMs: 1, kinds: ['a'] }), refused);
    await assert.rejects(reader.log.count({ a: 1 }, START), refused);
    await assert.rejects(reader.log.addTombstones({ events: [], sessions: [] }), refused);
    assert.deepEqual(await reader.check(), []);
  });

  test('reads anew what was read before and changed since, also where its texts lie packed together', async (t) => {
    const { store, path } = openTemporary(t);
    const reader = openSqliteStore({ path, readonly: true });
    t.after(() => reader.close());
    const events = Array.from({ length: 9 }, (_, i) =>
      makeEvent({ number: String(i), body: toolEnd(`cobalt${i} `.repeat(90)) }),
    );
    const { results } = await store.log.append({ events });
    const ids = results.map(({ id }) => id);
    const [gone, ...rest] = ids;
    assert.ok(gone !== undefined);
    const before = await reader.log.events(ids);
    assert.deepEqual(await reader.log.events(ids), before);
    await store.log.erase([gone], START);
    assert.deepEqual(
      await reader.log.events(ids),
      before.filter(({ id }) => id !== gone),
    );
    await store.log.erase(rest, START);
    const { results: again } = await store.log.append({
      events: [makeEvent({ number: 'x', body: toolEnd('nickel '.repeat(900)) })],
    });
    const [one] = await reader.log.events(again.map(({ id }) => id));
    assert.match(JSON.stringify(one?.body), /nickel/);
    assert.deepEqual(await reader.log.events(ids), []);
  });

  test('opens when the writer is gone', async (t) => {
    const { path } = openTemporary(t);
    const writer = openSqliteStore({ path });
    await writer.log.append({ events: [makeEvent()] });
    await writer.close();
    const reader = openSqliteStore({ path, readonly: true });
    assert.equal((await reader.log.counts()).events, 1);
    await reader.close();
  });
});

suite('a store on the disk', () => {
  test('keeps no byte of what was forgotten', async (t) => {
    const { store, path } = openTemporary(t);
    const secret = (n: number) => `zirconium${n}`;
    const long = `${secret(1)} ${'and more of it. '.repeat(200)}`;
    const gone = makeEvent({ number: 'x', cwd: `/w/${secret(2)}`, prompt: secret(3), body: toolEnd(long, secret(4)) });
    const others = Array.from({ length: 30 }, (_, i) =>
      makeEvent({ number: String(i), body: toolEnd(`cobalt${i} `.repeat(30)) }),
    );
    await store.log.append({
      events: [...others.slice(0, 15), gone, ...others.slice(15), makeUnnumbered(secret(5), 'l1')],
    });
    const derived = await store.log.pending(100);
    const put = derived.map((event) => {
      const isGone = event.prompt === secret(3) || 'text' in event.body;
      const words = isGone ? `${secret(6)} ${secret(7)}ing` : `kept ${event.seq}`;
      const detail = isGone ? { facts: [secret(8)], filesChanged: [`src/${secret(9)}.ts`], prompt: secret(3) } : {};
      return makeItem({ name: event.id, text: words, event: event.id, session: event.session, detail });
    });
    await store.items.apply({ derived, put });
    await store.checkpoint();
    const before = everythingIn(path);
    for (let n = 1; n <= 9; n += 1) assert.ok(before.includes(secret(n)), `would find ${secret(n)}`);
    const ids = derived.filter((event) => event.prompt === secret(3) || 'text' in event.body).map(({ id }) => id);
    await store.log.erase(ids, START);
    await store.checkpoint();
    const after = everythingIn(path);
    assert.ok(after.includes('cobalt29') && after.includes('kept'));
    assert.ok(!after.includes('zirc'));
    assert.deepEqual(await store.check(), []);
  });

  test('takes at most 1.16 KB for an observation of 300 characters, its event and its index', async (t) => {
    const { store, path } = openTemporary(t);
    const count = 10_000;
    // The tables themselves are none of an observation's.
    await store.checkpoint();
    const before = statSync(path).size;
    for (let start = 0; start < count; start += 200) {
      const numbers = Array.from({ length: 200 }, (_, i) => start + i);
      await store.log.append({ events: numbers.map((n) => observed(n)) });
      const derived = await store.log.pending(200);
      const put = derived.map((event, i) =>
        makeItem({
          name: event.id,
          title: `Ran npm run step${start + i}`,
          text: variedText(start + i, 300),
          event: event.id,
          session: event.session,
          project: projectOf('shop'),
          detail: {
            observation: 'command',
            tool: 'Bash',
            success: true,
            exitCode: 0,
            tokens: 75,
            prompt: `p${(start + i) >> 4}`,
          },
        }),
      );
      await store.items.apply({ derived, put });
    }
    await store.checkpoint();
    const bytes = (statSync(path).size - before) / count;
    assert.ok(bytes <= 1_160, `${Math.round(bytes)} bytes`);
  });
});

suite('a copy of a store', () => {
  test('holds what it held, for its worker alone, and nothing of what was forgotten', async (t) => {
    const { store, path } = openTemporary(t);
    await putWithEvent(store, makeEvent(), [makeItem({ name: 'cobalt' })]);
    const gone = await putWithEvent(store, makeEvent({ number: '2', text: 'zirconium' }), [
      makeItem({ name: 'zirconium' }),
    ]);
    await store.log.erase([gone], START);
    const copy = join(dirname(path), 'copy.db');
    copyDatabaseFile(path, copy);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.ok(!readFileSync(copy).includes('zirc'));
    assert.throws(() => copyDatabaseFile(path, copy), { name: 'CairnError', code: 'unwritable' });
    const copied = openSqliteStore({ path: copy, readonly: true });
    t.after(() => copied.close());
    assert.deepEqual(await copied.log.since(0, 10), await store.log.since(0, 10));
    assert.deepEqual(await copied.items.list({}, { limit: 9 }), await store.items.list({}, { limit: 9 }));
    assert.deepEqual(await copied.check(), []);
  });

  test('that cannot be written leaves nothing', async (t) => {
    const { path } = openTemporary(t);
    const copy = join(dirname(path), 'missing', 'copy.db');
    assert.throws(() => copyDatabaseFile(path, copy), { name: 'CairnError', code: 'unwritable' });
    const names = readdirSync(dirname(path)).filter((name) => !name.startsWith('cairn.db'));
    assert.deepEqual(names, []);
  });
});

suite('a checkpoint', () => {
  test('says when a reader that holds an older state keeps it from emptying the log', async (t) => {
    const { store, path } = openTemporary(t);
    await store.log.append({ events: [makeEvent()] });
    const reader = openDatabase(path, { readonly: true });
    reader.exec('BEGIN');
    reader.get('SELECT 1 FROM events');
    await store.log.append({ events: [makeEvent({ number: '2' })] });
    assert.equal(await store.checkpoint(), false);
    reader.exec('COMMIT');
    reader.close();
    assert.equal(await store.checkpoint(), true);
    assert.equal(statSync(`${path}-wal`).size, 0);
  });
});

suite('deliveries', () => {
  test('are forgotten some time after 30 days', async (t) => {
    const { store, path } = openTemporary(t);
    const day = 24 * 60 * 60 * 1_000;
    const deliver = (id: string, at: number) => store.log.append({ events: [], delivery: { id, at } });
    for (let i = 0; i < 100; i += 1) await deliver(`old ${i}`, START);
    assert.equal((await deliver('old 1', START + day)).repeated, true);
    for (let i = 0; i < 200; i += 1) await deliver(`new ${i}`, START + 31 * day);
    assert.equal((await deliver('new 1', START + 31 * day)).repeated, true);
    const db = openDatabase(path, { readonly: true });
    const left = db.get<{ old: number; new: number }>(
      'SELECT count(*) FILTER (WHERE at = ?1) AS old, count(*) FILTER (WHERE at > ?1) AS new FROM deliveries',
      START,
    );
    db.close();
    assert.equal(left?.new, 200);
    assert.ok((left?.old ?? 100) < 10, `${left?.old} of 100 old ones are left`);
  });
});

function observed(n: number) {
  const text = variedText(n, 300);
  const place = { cwd: '/home/dev/shop', prompt: `p${n >> 4}`, project: projectOf('shop'), at: START + n * 7_000 };
  return makeEvent({ number: `toolu_${n}`, ...place, body: toolEnd(text.slice(40), text.slice(0, 40)) });
}

suite('a check', () => {
  test('finds an event, a body, and an index that are not what they were', async (t) => {
    const { path } = openTemporary(t);
    const damage = async (sql: string): Promise<string[]> => {
      const store = openSqliteStore({ path });
      await putWithEvent(store, makeEvent({ body: toolEnd('long '.repeat(500)) }), [makeItem({ name: 'cobalt' })]);
      assert.deepEqual(await store.check(), []);
      const db = openDatabase(path);
      db.exec(sql);
      const faults = await store.check();
      db.close();
      await store.log.reset();
      await store.log.erase(
        (await store.log.since(0, 9).catch(() => [])).map(({ id }) => id),
        START,
      );
      await store.close();
      return faults;
    };
    assert.match((await damage("UPDATE items SET text = 'other' ")).join(), /index does not agree/);
  });

  test('finds contents that are not what their hash says, and rows that name none', async (t) => {
    for (const [sql, fault] of [
      ["UPDATE events SET data = replace(data, 'npm', 'rm')", /^Event e_\w{16} is not what its hash says\.$/],
      ['UPDATE bodies SET data = zeroblob(20)', /^Body 1 is not what its hash says\.$/],
      ["UPDATE bodies SET data = x'01ffff'", /^Body 1 is not what its hash says\.$/],
      [
        'PRAGMA foreign_keys = OFF; DELETE FROM sessions',
        /^A row of events \(1\) names a row of sessions that is not there\.$/,
      ],
    ] as const) {
      const { store, path } = openTemporary(t);
      await putWithEvent(store, makeEvent({ body: toolEnd('long '.repeat(500)) }), [makeItem()]);
      assert.deepEqual(await store.check(), []);
      const db = openDatabase(path);
      db.exec(sql);
      db.close();
      assert.match((await store.check())[0] ?? 'no fault', fault);
    }
  });
});
