import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { ImportInput } from '../../../src/api/requests.ts';
import type { StoredEvent } from '../../../src/core/model/event.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { type Fixture, insertRow, writeFixture } from '../../importers/fixture.ts';
import { FIXTURES, inProject } from '../../importers/fixtures.ts';
import { openFresh } from '../../support/fresh-home.ts';

const DAY = Date.UTC(2026, 1, 3);

async function importAll(memory: Memory, input: ImportInput): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import(input)) last = progress;
  assert.ok(last?.done);
  return structuredClone(last);
}

async function eventsOf(store: Store, agent: string): Promise<StoredEvent[]> {
  return store.log.select({ agent }, { after: 0, limit: 1_000 });
}

function rowsOf({ tables }: Fixture): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Gives all rows of a database other numbers, as a dump that is read back has. */
function renumber(path: string): void {
  const db = openDatabase(path);
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { name } of db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'"))
    db.run(`UPDATE "${name}" SET rowid = rowid + 1000`);
  db.close();
}

/** The files beside a database, and what is in them. */
function filesBeside(path: string): Record<string, string> {
  const folder = dirname(path);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

suite('import of other memory products', () => {
  for (const fixture of FIXTURES) {
    test(`${fixture.title}: every row arrives, with its date and its project, and once`, async (context) => {
      const { memory, store, at } = openFresh(context);
      const path = writeFixture(at.userHome, inProject(fixture, at.project));
      const before = filesBeside(path);

      const first = await importAll(memory, { from: fixture.product });
      assert.deepEqual(first.errors, []);
      assert.deepEqual(first.skipped, fixture.skipped ?? {});
      assert.equal(first.lines, rowsOf(fixture));
      const tables = Object.entries(fixture.tables).map(([name, { rows }]) => [
        `${fixture.product} ${name}`,
        rows.length,
      ]);
      assert.deepEqual(first.tables, Object.fromEntries(tables));

      const events = await eventsOf(store, fixture.product);
      assert.equal(events.length, first.added);
      for (const event of events) {
        assert.deepEqual(event.sources, ['import']);
        assert.ok(event.at >= DAY && event.at < DAY + 86_400_000, `${event.body.kind} at ${event.at}`);
      }
      const projects = new Set(events.map(({ project }) => project));
      assert.equal(projects.size, 1);
      const [project] = (await store.log.projects()).filter(({ id }) => projects.has(id));
      assert.equal(project?.name, 'shop');
      assert.equal(
        (await memory.search({ query: 'coupon rounded redis', agent: fixture.product })).hits.length > 0,
        true,
      );

      const second = await importAll(memory, { from: fixture.product });
      assert.equal(second.added + second.completed, 0);
      assert.equal(second.duplicates, first.added + first.duplicates);
      assert.deepEqual(filesBeside(path), before);
    });

    test(`${fixture.title}: a dry run counts and writes nothing`, async (context) => {
      const { memory, store, at } = openFresh(context);
      const path = writeFixture(at.userHome, inProject(fixture, at.project));
      const planned = await importAll(memory, { paths: [path], dryRun: true });
      assert.equal(planned.lines, rowsOf(fixture));
      assert.equal(planned.agents?.[0]?.agent, fixture.product);
      assert.equal(planned.agents?.[0]?.firstAt.slice(0, 10), '2026-02-03');
      assert.equal(planned.agents?.[0]?.projects[0]?.name, 'shop');
      assert.equal((await store.log.counts()).events, 0);
      const done = await importAll(memory, { paths: [path] });
      assert.equal(
        done.added + done.duplicates,
        Object.values(planned.byKind).reduce((sum, n) => sum + n, 0),
      );
    });
  }

  test('all products that are found are taken with any', async (context) => {
    const { memory, at } = openFresh(context);
    for (const fixture of FIXTURES.filter(({ title }) => !/first|1$/.test(title))) {
      writeFixture(at.userHome, inProject(fixture, at.project));
    }
    const { filesTotal, errors } = await importAll(memory, { from: 'any' });
    assert.equal(filesTotal, 5);
    assert.deepEqual(errors, []);
  });
});

const named = (title: string): Fixture => FIXTURES.find((fixture) => fixture.title === title) as Fixture;

suite('what another product kept', () => {
  test('arrives while that product writes, with what it wrote last, and leaves no file', async (context) => {
    const { memory, store, at } = openFresh(context);
    const path = writeFixture(at.userHome, named('claude-mem with tool calls'));
    const db = openDatabase(path);
    context.after(() => db.close());
    const row = {
      content_session_id: 'c-1',
      prompt_number: 4,
      prompt_text: 'and the last thing',
      created_at: '',
      created_at_epoch: DAY,
    };
    insertRow(db, 'user_prompts', row);
    const before = Object.keys(filesBeside(path));
    await importAll(memory, { from: 'claude-mem' });
    assert.deepEqual(Object.keys(filesBeside(path)), before);
    const events = await eventsOf(store, 'claude-mem');
    assert.ok(events.some(({ body }) => body.kind === 'prompt' && body.text === 'and the last thing'));
  });

  test('keeps its words: kind, meaning, files, concepts, statement and author', async (context) => {
    const { memory, at } = openFresh(context);
    const list = async (input: Parameters<Memory['list']>[0]) => (await memory.list(input)).entries;
    for (const title of ['claude-mem with tool calls', 'Kiro Memory 4', 'context-memory', 'kimi-mneme 2']) {
      writeFixture(at.userHome, inProject(named(title), at.project));
    }
    await importAll(memory, { from: 'any' });
    assert.deepEqual(
      (await list({ meaning: 'bugfix', agent: 'claude-mem' })).map(({ title }) => title),
      ['Total 0'],
    );
    assert.ok((await list({ concept: 'rounding', file: 'src/total.ts' })).length > 0);
    const [rule] = await list({ kinds: ['knowledge'], status: 'proposed' });
    const [record] = (await memory.get(rule?.id ?? '')).records;
    assert.equal(record?.text, 'Prices are kept in cents');
    assert.equal(record?.detail.severity, 'hard');
    assert.equal(record?.detail.knowledge, 'constraint');
    const [command] = (await list({ agent: 'kiro-memory', kinds: ['observation'] })).filter(
      ({ title }) => title === 'npm test',
    );
    assert.equal(command?.author, 'tool');
    for (const kind of ['summary', 'topic', 'snippet', 'pattern', 'checkpoint'] as const) {
      assert.ok((await list({ kinds: [kind] })).length > 0, kind);
    }
  });

  test('passes the privacy door', async (context) => {
    const { memory, store, at } = openFresh(context);
    const fixture = named('context-memory');
    const path = writeFixture(at.userHome, fixture);
    const db = openDatabase(path);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    insertRow(db, 'messages', {
      session_id: 1,
      role: 'user',
      content: `use ${secret}`,
      sequence: 9,
      created_at: '2026-02-03 10:00:00',
    });
    insertRow(db, 'topics', { session_id: 1, topic: secret });
    db.close();
    await importAll(memory, { paths: [path] });
    assert.ok(!JSON.stringify(await eventsOf(store, 'context-memory')).includes(secret));
  });

  test('is told unasked by no word of its agents', async (context) => {
    const { memory, at } = openFresh(context);
    for (const title of ['claude-mem with tool calls', 'context-memory']) {
      writeFixture(at.userHome, inProject(named(title), at.project));
    }
    await importAll(memory, { from: 'any' });
    const { text } = await memory.context({ cwd: at.project, prompt: 'rounding of the total, Redis for sessions' });
    for (const words of ['rounded twice', 'with a time to live', 'Round once']) assert.ok(!text.includes(words), text);
  });

  test('that was forgotten is not taken again', async (context) => {
    const { memory, at } = openFresh(context, { caller: { person: true, surface: 'cli' } });
    const path = writeFixture(at.userHome, named('Kiro Memory 4'));
    const first = await importAll(memory, { from: 'kiro-memory' });
    const [rule] = (await memory.list({ kinds: ['knowledge'] })).entries;
    const report = await memory.forget({ ids: [rule?.id ?? ''] });
    assert.deepEqual('beyond' in report ? report.beyond : [], [path]);
    const second = await importAll(memory, { from: 'kiro-memory' });
    assert.equal(second.added, 0);
    assert.equal(second.skipped['forgotten before'], 1);
    assert.equal(second.duplicates, first.added + first.duplicates - 1);
  });

  test('that was forgotten is not taken again from a copy in which rows have other numbers, until an undo', async (context) => {
    for (const title of ['claude-mem with tool calls', 'Kiro Memory 4', 'context-memory', 'kimi-mneme 2']) {
      const { memory, store, at } = openFresh(context, { caller: { person: true, surface: 'cli' } });
      const path = writeFixture(at.userHome, named(title));
      await importAll(memory, { paths: [path] });
      const before = await store.log.since(0, 1_000);
      const [{ agent = '' } = {}] = before;
      const plan = await memory.forget({ agent });
      assert.ok(plan.state === 'planned');
      const report = await memory.forget({ agent, confirm: plan.token });
      renumber(path);
      const { added, skipped } = await importAll(memory, { paths: [path] });
      assert.deepEqual([title, added], [title, 0]);
      assert.notEqual(skipped['forgotten before'] ?? 0, 0, title);
      await memory.forget({ undo: ('undo' in report && report.undo?.batch) || '' });
      assert.deepEqual((await store.log.since(0, 1_000)).map(({ id }) => id).sort(), before.map(({ id }) => id).sort());
    }
  });

  test('takes the place of what it was when the product changed it, and what was written anew is the same', async (context) => {
    const { memory, at } = openFresh(context);
    const path = writeFixture(at.userHome, inProject(named('context-memory'), at.project));
    await importAll(memory, { paths: [path] });
    const db = openDatabase(path);
    db.run("UPDATE summaries SET brief = 'Redis, and a time to live'");
    const messages = db.all<{ role: string; content: string; sequence: number }>(
      'SELECT role, content, sequence FROM messages',
    );
    db.run('DELETE FROM messages');
    for (const row of messages) insertRow(db, 'messages', { ...row, session_id: 1, created_at: '2026-02-04 10:10:00' });
    db.run("DELETE FROM topics WHERE topic = 'redis'");
    insertRow(db, 'topics', { session_id: 1, topic: 'redis' });
    db.close();
    const { added } = await importAll(memory, { paths: [path] });
    assert.equal(added, 1);
    const { entries } = await memory.list({ kinds: ['summary'] });
    assert.deepEqual(
      entries.map(({ title }) => title).filter((title) => title.startsWith('Redis')),
      ['Redis, and a time to live'],
    );
  });

  test('is not told again where the agent itself told of the session', async (context) => {
    const { memory, store, at } = openFresh(context);
    const place = { sessionId: 'c-1', agent: 'claude-code', cwd: at.project };
    await memory.record([
      { ...place, kind: 'prompt', text: ' Fix the\ntotal' },
      { ...place, kind: 'tool.end', tool: 'Bash', input: { command: 'npm test' }, output: '2 passed' },
    ]);
    const path = writeFixture(at.userHome, named('claude-mem with tool calls'));
    const first = await importAll(memory, { paths: [path] });
    assert.equal(first.duplicates, 2);
    const told = (await eventsOf(store, 'claude-mem')).flatMap(({ body }) =>
      body.kind === 'prompt' ? [body.text] : [],
    );
    assert.deepEqual(told, ['yes', 'yes']);
    assert.equal((await importAll(memory, { paths: [path] })).added, 0);
  });

  test('that cannot be read or has no date or words is counted, and the rest arrives', async (context) => {
    const { memory, at } = openFresh(context);
    const path = writeFixture(at.userHome, named('claude-mem with tool calls'));
    const db = openDatabase(path);
    db.exec(`INSERT INTO user_prompts (content_session_id, prompt_text, created_at, created_at_epoch) VALUES
      ('c-9', 'too great', '', 9223372036854775807), ('c-9', 'never', 'some day', 0), ('c-9', '  ', '', 1770000000000),
      ('c-9', 'still there', '', 1770000000000)`);
    db.close();
    const { skipped, read, lines } = await importAll(memory, { paths: [path] });
    assert.deepEqual(skipped, {
      'user_prompts: unreadable rows': 1,
      'user_prompts: without a date': 1,
      'user_prompts: without words': 1,
    });
    assert.equal(read, lines - 3);
    const { hits } = await memory.search({ query: 'still there', kinds: ['prompt'] });
    assert.deepEqual(
      hits.map(({ title }) => title),
      ['still there'],
    );
  });

  test('runs nothing that its schema says: of a view and of a computed column nothing is read', async (context) => {
    const { memory, at } = openFresh(context);
    const fixture = FIXTURES.find(({ product }) => product === 'kiro-memory');
    assert.ok(fixture);
    const path = writeFixture(at.userHome, fixture);
    const db = openDatabase(path);
    db.exec(`ALTER TABLE prompts ADD COLUMN slow INTEGER
        GENERATED ALWAYS AS (instr(hex(zeroblob(7000000)), hex(zeroblob(3000000)) || '1')) VIRTUAL;
      DROP TABLE summaries;
      CREATE VIEW summaries AS WITH RECURSIVE c (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM c) SELECT id, 'k-1' AS session_id FROM c;`);
    db.close();
    const { errors, tables } = await importAll(memory, { from: 'kiro-memory', paths: [path] });
    assert.deepEqual([errors, tables?.['kiro-memory prompts']], [[], fixture.tables.prompts?.rows.length]);
    assert.ok(!Object.keys(tables ?? {}).includes('kiro-memory summaries'));
  });

  test('belongs to the project of its session, where an agent told of it, else to the one of its name', async (context) => {
    const { memory, store, at } = openFresh(context);
    const [one, other] = [join(at.userHome, 'one', 'shop'), join(at.userHome, 'other', 'shop')];
    for (const folder of [one, other]) mkdirSync(join(folder, '.git'), { recursive: true });
    await memory.record([
      { kind: 'prompt', text: 'begin', sessionId: 'c-0', agent: 'claude-code', cwd: one },
      { kind: 'prompt', text: 'begin', sessionId: 'c-5', agent: 'claude-code', cwd: other },
    ]);
    writeFixture(at.userHome, named('claude-mem with its first columns'));
    await importAll(memory, { from: 'claude-mem' });
    assert.deepEqual([...new Set((await eventsOf(store, 'claude-mem')).map(({ cwd }) => cwd))], [one]);
    writeFixture(at.userHome, named('Kiro Memory 2'));
    await importAll(memory, { from: 'kiro-memory' });
    const [event] = await eventsOf(store, 'kiro-memory');
    const project = (await store.log.projects()).find(({ id }) => id === event?.project);
    assert.equal(project?.identity, 'shop');
  });
});

suite('import says what is wrong:', () => {
  test('a product that it does not know, a database that is none of it, and one that is not there', async (context) => {
    const { memory, at } = openFresh(context);
    await assert.rejects(importAll(memory, { from: 'other-mem' }), { code: 'invalid_input' });
    await assert.rejects(importAll(memory, { from: 'claude-mem' }), { code: 'not_found' });
    await assert.rejects(importAll(memory, { from: 'claude-mem', facts: true }), { code: 'invalid_input' });
    const path = writeFixture(at.userHome, named('context-memory'));
    const { errors } = await importAll(memory, { from: 'claude-mem', paths: [path, `${path}.none`] });
    assert.equal(errors.length, 2);
    assert.match(errors[0]?.message ?? '', /not a database of claude-mem/);
  });
});
