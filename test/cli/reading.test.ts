import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');
const ESCAPES = /[\u202e\u0007]|\u001b/;

interface Entries {
  entries: { id: string; kind: string; title: string; at: string; anchor?: true }[];
  nextCursor?: string;
}

async function listed(cairn: Cairn, args: readonly string[]): Promise<Entries> {
  return (await cairn.json(args)) as unknown as Entries;
}

/** What is asked of one memory of the example's sessions, one after the other. */
const ASKED: Record<string, (cairn: Cairn) => Promise<void>> = {
  async 'a list in a terminal has columns and numbers, which the next command takes'(cairn) {
    const missing = await cairn.run(['get', '1']);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /There is no number 1: no list was shown yet/);
    const { entries } = await listed(cairn, ['sessions', '-a']);
    const { stdout } = await cairn.terminal(['sessions', '-a'], { env: { NO_COLOR: '1' } });
    const [head = '', ...rows] = stdout.split('\r\n');
    assert.match(head, /^# {2}when +project +outcome .* what$/);
    assert.match(rows[0] ?? '', /^1 {2}.* tidepool {2}/);
    assert.ok(rows.every((row) => row.length <= 100));
    assert.doesNotMatch(stdout, /s_[a-z2-7]{16}/);
    assert.match(
      (await cairn.run(['get', '2', '1'])).stdout,
      new RegExp(`^${entries[1]?.id} [\\s\\S]*\n${entries[0]?.id} `),
    );
    assert.equal((await cairn.run(['story', '1'])).code, 0);
    assert.match((await cairn.run(['get', '99'])).stderr, /the last list has 5/);
    const found = await cairn.terminal(['search', 'idempotency', '-a', '--limit', '1']);
    assert.match(found.stdout, /\u001b\[4m\w*idempotency\u001b\[24m/i);
    assert.match((await cairn.run(['get', '2'])).stderr, /the last list has 1/);
  },
  async 'lists projects, and a person calls one by another name'(cairn) {
    const [project] = (await listed(cairn, ['projects'])).entries;
    const id = String(project?.id);
    assert.match(id, /^r_/);
    const renamed = await cairn.terminal(['projects', 'rename', id, 'the', 'small', 'shop']);
    assert.equal(renamed.code, 0);
    assert.match(renamed.stdout, new RegExp(`${id} is called the small shop\\.`));
    assert.equal((await listed(cairn, ['projects'])).entries.find((entry) => entry.id === id)?.title, 'the small shop');
    assert.ok((await listed(cairn, ['sessions', '--project', 'the small shop'])).entries.length > 0);
    assert.equal((await cairn.terminal(['projects', 'rename', id], { env: { CLAUDECODE: '1' } })).code, 1);
    assert.equal((await cairn.terminal(['projects', 'rename', id])).code, 0);
    assert.equal((await listed(cairn, ['projects'])).entries.find((entry) => entry.id === id)?.title, project?.title);
    assert.equal((await cairn.run(['projects', 'rename'])).code, 2);
  },
  async 'lists the sessions that hold some words, as a search names them, and none for words that nobody said'(cairn) {
    const found = await listed(cairn, ['sessions', '-a', '--grep', 'timeout provider']);
    const named = await cairn.json(['search', '-a', 'timeout provider', '--sessions', '--mode', 'words']);
    assert.ok(found.entries.length > 1);
    assert.deepEqual(
      found.entries.map(({ id }) => id),
      (named.sessions as { sessionId: string }[]).map(({ sessionId }) => sessionId),
    );
    assert.deepEqual([...new Set(found.entries.map(({ kind }) => kind))], ['session']);
    const done = await listed(cairn, ['sessions', '-a', '--grep', 'timeout provider', '--outcome', 'done']);
    assert.ok(done.entries.length < found.entries.length && done.entries.length > 0);
    assert.deepEqual((await listed(cairn, ['sessions', '-a', '--grep', 'zzqqxx'])).entries, []);
  },
  async 'lists sessions by pages, and shows what one of them left'(cairn) {
    const all = await listed(cairn, ['sessions', '-a']);
    assert.equal(all.entries.length, 5);
    const first = await listed(cairn, ['sessions', '-a', '--limit', '3']);
    const rest = await listed(cairn, ['sessions', '-a', '--limit', '3', '--cursor', String(first.nextCursor)]);
    assert.deepEqual([...first.entries, ...rest.entries], all.entries);
    assert.equal((await listed(cairn, ['sessions', '-a', '--agent', 'nobody'])).entries.length, 0);
    const [session] = all.entries;
    const shown = await cairn.run(['sessions', String(session?.id)]);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, new RegExp(`^${session?.id} .*\n[\\s\\S]*\n1\\. `));
    assert.equal((await cairn.run(['sessions', 's_aaaaaaaaaaaaaaaa'])).code, 1);
  },
  async 'shows what happened around an id, a session, a project and a time'(cairn) {
    const { hits } = (await cairn.json(['search', '-a', 'idempotency keys', '--kind', 'knowledge'])) as {
      hits: { id: string; sessionId: string; project: string; at: string }[];
    };
    const [hit] = hits;
    assert.ok(hit !== undefined);
    const around = await listed(cairn, ['timeline', hit.id, '--before', '2', '--after', '3']);
    assert.equal(around.entries.find((entry) => entry.anchor)?.id, hit.id);
    assert.ok(around.entries.length <= 6);
    for (const anchor of [hit.sessionId, hit.project]) {
      assert.ok((await listed(cairn, ['timeline', anchor])).entries.length > 0, anchor);
    }
    assert.ok((await listed(cairn, ['timeline', hit.at, '--project', hit.project])).entries.length > 0);
    const shown = await cairn.run(['timeline', hit.id, '--after', '0']);
    assert.match(shown.stdout, new RegExp(`> .*\\n {2}${hit.id} `));
    const unknown = await cairn.run(['timeline', 'o_aaaaaaaaaaaaaaaa']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^error: .*\nfix: {3}cairn search/);
  },
  async 'recalls in sentences with ids'(cairn) {
    const { code, stdout } = await cairn.run(['recall', '-a', 'why', 'idempotency', 'keys?']);
    assert.equal(code, 0);
    assert.match(stdout, /idempotency/i);
    assert.match(stdout, /\[[a-z]_[a-z2-7]{16}/);
  },
  async 'the steps of a session, and what stands behind a file, have numbers that the next command takes'(cairn) {
    const { entries } = await listed(cairn, ['sessions', '-a']);
    const story = await cairn.terminal(['story', String(entries[0]?.id)], { env: { NO_COLOR: '1' } });
    const [, step = ''] = /^2\. .*? ([a-z]_\w{16}) /m.exec(story.stdout) ?? [];
    assert.match((await cairn.run(['get', '2'])).stdout, new RegExp(`^${step} `));

    const file = await cairn.terminal(['file', 'src/checkout/charge.ts', '-a'], { env: { NO_COLOR: '1' } });
    const numbers = [...file.stdout.matchAll(/^ *(\d+)\. /gm)].map(([, number]) => Number(number));
    assert.deepEqual(
      numbers,
      [...numbers.keys()].map((index) => index + 1),
    );
    const [, last, session] = /(\d+)\. (s_\w{16}) /.exec(file.stdout) ?? [];
    assert.match((await cairn.run(['get', String(last)])).stdout, new RegExp(`^${session} `));
  },
  async 'collections, tripwires, threads, moments and files have numbers too, which the next command takes'(cairn) {
    await cairn.run(['collections', 'create', 'keys', '--query', 'idempotency', '--project', '*']);
    await cairn.terminal(['collections']);
    assert.match((await cairn.run(['collections', 'show', '1'])).stdout, /keys/);
    // Not in the list: then it is a name.
    assert.match((await cairn.run(['collections', 'show', '2026'])).stderr, /2026/);

    const { entries } = await listed(cairn, ['sessions', '-a']);
    const id = String(entries[0]?.id);
    const moments = await cairn.terminal(['timeline', id]);
    assert.match(moments.stdout, /^ {2}1\. /m);
    assert.equal((await cairn.run(['get', '1'])).code, 0);

    const files = await cairn.terminal(['file', '-a'], { env: { NO_COLOR: '1' } });
    const [, path = ''] = /^2\. (\S+) /m.exec(files.stdout) ?? [];
    assert.match((await cairn.run(['file', '2', '-a'])).stdout, new RegExp(`^${path}\n`));

    const wires = await cairn.terminal(['tripwires', '-a'], { env: { NO_COLOR: '1' } });
    assert.match(wires.stdout, /^1\. proposed /);
    assert.match((await cairn.run(['get', '1'])).stdout, /^t_/);

    const { records } = (await cairn.json(['get', id])) as { records: { project?: string }[] };
    const threads = await cairn.terminal(['threads', '--project', String(records[0]?.project)], {
      env: { NO_COLOR: '1' },
    });
    assert.match(threads.stdout, /^ {2}1\. s_/m);
    assert.match((await cairn.run(['get', '1'])).stdout, /^s_/);
  },
  async 'is of the project at hand unless all are meant, and says so'(cairn) {
    for (const args of [['sessions'], ['search', 'idempotency'], ['recall', 'why idempotency keys?']]) {
      const here = await cairn.run(args);
      assert.match(here.stdout, /^$|^Nothing in memory is about “why idempotency keys\?”\.\n$/, args.join(' '));
      assert.match(here.stderr, /Of this project alone; of all: -a\n$/);
      assert.match((await cairn.run([...args, '-a'])).stdout, /idempotency/i);
    }
    assert.match((await cairn.run(['search', 'idempotency project:tidepool'])).stdout, /idempotency/i);
    await cairn.run(['remember', 'Idempotency is explained in the wiki']);
    const { hits } = (await cairn.json(['search', 'idempotency'])) as { hits: { title: string }[] };
    assert.deepEqual(
      hits.map(({ title }) => title),
      ['Idempotency is explained in the wiki'],
    );
  },
  async 'narrows a search and goes on with a cursor'(cairn) {
    const first = (await cairn.json(['search', '-a', 'test', '--limit', '3'])) as {
      hits: unknown[];
      nextCursor?: string;
    };
    assert.ok(first.nextCursor !== undefined);
    const next = await cairn.json(['search', '-a', 'test', '--limit', '3', '--cursor', first.nextCursor]);
    assert.notDeepEqual(next.hits, first.hits);
    assert.deepEqual((await cairn.json(['search', '-a', 'test', '--limit', '3', '--page', '2'])).hits, next.hits);
    const listed = (await cairn.json(['sessions', '-a', '--limit', '2', '--page', '3'])) as { entries: unknown[] };
    assert.equal(listed.entries.length, 1);
    const beyond = await cairn.run(['sessions', '-a', '--limit', '2', '--page', '4']);
    assert.deepEqual([beyond.code, beyond.stdout], [2, '']);
    assert.match(beyond.stderr, /There is no page 4: the last one is 3\.\nfix: {3}--page 3/);
    const shown = await cairn.run(['search', '-a', 'test', '--limit', '3']);
    assert.match(shown.stderr, /more: the same command with --page 2 and so on, or with --cursor \S+\n$/);
    for (const option of [
      ['--category', 'testing'],
      ['--since', '99999d'],
      ['--meaning', 'discovery'],
    ]) {
      const { code } = await cairn.run(['search', '-a', 'test', ...option]);
      assert.equal(code, 0, option.join(' '));
    }
    assert.equal((await cairn.run(['search', '-a', 'test', '--meaning', 'nothing'])).code, 2);
    await cairn.run([
      'remember',
      'A heron stands still',
      '--concept',
      'patience',
      '--severity',
      'low',
      '--confidence',
      '0.5',
    ]);
    const found = (await cairn.json(['search', 'heron', '--concept', 'patience'])) as { hits: { id: string }[] };
    const { records } = (await cairn.json(['get', String(found.hits[0]?.id)])) as { records: { detail: JsonObject }[] };
    const detail = records[0]?.detail;
    assert.deepEqual([detail?.concepts, detail?.severity, detail?.confidence], [['patience'], 'low', 0.5]);
    assert.equal((await cairn.run(['remember', 'x', '--confidence', '2'])).code, 2);
  },
};

test('over the sessions of the example', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  for (const [name, ask] of Object.entries(ASKED)) await context.test(name, () => ask(cairn));
});

test('lets no escape of stored text through, whatever shows it', async (context) => {
  const cairn = cairnIn(context);
  const made = await cairn.json(['remember', '-', '--title', 'Heron'], {
    input: 'A heron \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202egnorw',
  });
  const id = String(made.id);
  const { records } = (await cairn.json(['get', id])) as { records: { sessionId: string }[] };
  for (const args of [
    ['timeline', id],
    ['recall', 'heron'],
    ['sessions', String(records[0]?.sessionId)],
    ['projects'],
    ['review', 'list'],
    ['forget', id, '--dry-run'],
  ]) {
    const { stdout, stderr } = await cairn.run(args);
    assert.ok(!ESCAPES.test(stdout + stderr), `${args.join(' ')}: ${JSON.stringify(stdout)}`);
  }
});
