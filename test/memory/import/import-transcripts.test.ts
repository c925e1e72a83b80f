import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { ImportInput } from '../../../src/api/requests.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { canonicalJson } from '../../../src/core/json.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';
import { writeSession } from './write-sessions.ts';

type Opened = ReturnType<typeof openFresh>;

async function importAll({ memory }: Pick<Opened, 'memory'>, input: ImportInput = {}): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import(input)) last = progress;
  assert.ok(last?.done);
  return last;
}

async function itemsOf({ items }: Store): Promise<string[]> {
  const all = await items.list({ hidden: true }, { limit: 10_000 });
  return all.map((item) => canonicalJson(JSON.parse(JSON.stringify(item)) as JsonValue)).sort();
}

suite('what there is to import', () => {
  test('is told by agent: sessions, sizes, dates, projects, and what was read before', async (context) => {
    const opened = openFresh(context);
    const { userHome, project } = opened.at;
    const other = join(userHome, 'api');
    mkdirSync(join(other, '.git'), { recursive: true });
    writeSession({ userHome }, { name: 'one', folder: project, turns: 2, daysAgo: 1 });
    writeSession({ userHome }, { name: 'two', folder: project, turns: 2, daysAgo: 9 });
    writeSession({ userHome }, { name: 'three', folder: other, turns: 2, daysAgo: 20 });
    const before = await importAll(opened, { dryRun: true });
    const [claude] = before.agents ?? [];
    assert.deepEqual([before.agents?.length, claude?.agent, claude?.sessions], [1, 'claude-code', 3]);
    assert.equal(claude?.bytes, before.bytesTotal);
    assert.equal(claude?.firstAt, '2026-10-12T00:00:00.000Z');
    assert.equal(claude?.lastAt.slice(0, 10), '2026-10-31');
    const names = claude?.projects.map(({ name, sessions }) => [name, sessions]);
    assert.deepEqual(names, [
      ['shop', 2],
      ['api', 1],
    ]);
    assert.equal((await opened.memory.status()).counts.events, 0);
    await importAll(opened, { project: other });
    const after = await importAll(opened, { dryRun: true });
    assert.deepEqual([after.filesKnown, after.agents?.[0]?.filesKnown], [1, 1]);
    assert.equal(after.agents?.[0]?.bytesKnown, after.bytesKnown);
  });

  test('is narrowed by project, as a path or by name, and by when it was active last', async (context) => {
    const opened = openFresh(context);
    const { userHome, project } = opened.at;
    const other = join(userHome, 'api');
    mkdirSync(join(other, '.git'), { recursive: true });
    writeSession({ userHome }, { name: 'one', folder: project, turns: 2, daysAgo: 1 });
    writeSession({ userHome }, { name: 'two', folder: other, turns: 2, daysAgo: 20 });
    const files = async (input: ImportInput) => (await importAll(opened, { ...input, dryRun: true })).filesTotal;
    assert.equal(await files({ project }), 1);
    assert.equal(await files({ project: 'api' }), 1);
    assert.equal(await files({ project: 'unheard' }), 0);
    assert.equal(await files({ since: '2026-10-15' }), 1);
    assert.equal(await files({ since: '2026-10-15', project: 'api' }), 0);
    await assert.rejects(files({ since: 'the day before' }), { code: 'invalid_input' });
  });

  test('named files are read as the agent wrote them whose reader makes the most of them', async (context) => {
    const opened = openFresh(context);
    const kimi = join(import.meta.dirname, '../../fixtures/kimi-code/sessions');
    const { agents } = await importAll(opened, { paths: [kimi], dryRun: true });
    assert.deepEqual(
      agents?.map(({ agent }) => agent),
      ['kimi-code'],
    );
  });
});

suite('an import that is cut off', () => {
  const fill = (userHome: string, project: string): void => {
    writeSession({ userHome }, { name: 'long', folder: project, turns: 800, daysAgo: 9 });
    writeSession({ userHome }, { name: 'short', folder: project, turns: 3, daysAgo: 1 });
  };

  test('goes on where it stopped, in the middle of a file too, and gives what one run gives', async (context) => {
    const at = freshHome(context);
    fill(at.userHome, at.project);
    const [one, other] = ['whole', 'cut'].map((name) => ({ ...at, home: join(at.root, name) }));
    assert.ok(one !== undefined && other !== undefined);
    for (const { home } of [one, other]) {
      mkdirSync(home);
      writeFileSync(join(home, 'key'), Buffer.alloc(32, 7), { mode: 0o600 });
    }
    const whole = openFresh(context, { home: one });
    await importAll(whole);
    const expected = await itemsOf(whole.store);

    const cut = openFresh(context, { home: other });
    const stopping = new AbortController();
    let added = 0;
    const run = async (): Promise<void> => {
      for await (const progress of cut.memory.import({}, { signal: stopping.signal })) {
        added = progress.added;
        if (progress.added > 100) stopping.abort();
      }
    };
    await assert.rejects(run(), { code: 'cancelled' });
    const { events } = (await cut.memory.status()).counts;
    assert.ok(added > 100 && events < 2_400, `stopped after ${events} events`);
    const rest = await importAll(cut);
    assert.equal(rest.filesKnown, 1, 'the session used last was read first');
    assert.equal((await cut.memory.status()).counts.events, (await whole.memory.status()).counts.events);
    assert.deepEqual(await itemsOf(cut.store), expected);
    assert.equal((await importAll(cut)).lines, 0);
  });

  test('what was read first can be found while the rest is read', async (context) => {
    const opened = openFresh(context);
    const { userHome, project } = opened.at;
    writeSession({ userHome }, { name: 'newest', folder: project, turns: 3, daysAgo: 1 });
    for (let n = 0; n < 4; n += 1) {
      writeSession({ userHome }, { name: `old${n}`, folder: project, turns: 400, daysAgo: 10 + n });
    }
    let found = 0;
    for await (const { files, filesTotal } of opened.memory.import({})) {
      if (files < 2 || files === filesTotal || found > 0) continue;
      found = (await opened.memory.search({ query: 'newest', project })).hits.length;
    }
    assert.ok(found > 0);
  });
});
