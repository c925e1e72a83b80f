import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bench/recall-corpus.ts', import.meta.url));
const ODD_SESSION = 'a "session" / of \\ its own';
const DOCS = [
  { group: 'one', id: 'a', session: 's1', at: '1:56 pm on 8 May, 2023', role: 'Caroline', text: 'I adopted a beagle.' },
  { group: 'one', id: 'a', session: 's1', at: '1:56 pm on 8 May, 2023', role: 'Melanie', text: 'The lamp is broken.' },
  { group: 'one', id: 'b', session: ODD_SESSION, at: '', role: 'tool', text: 'src/lamp.ts: watts = 60' },
  { group: 'one', id: 'c', session: ODD_SESSION, at: '', role: 'assistant', text: '' },
  { group: 'two', id: 'd', session: 's1', at: 'no time', role: 'system', text: 'Giraffes are tall.' },
];
const QUESTIONS = [
  { group: 'one', id: '1', query: 'Who adopted a beagle?', gold: ['a'], gold_sessions: ['s1'], cat: 'pets' },
  { group: 'one', id: '2', query: 'watts of the lamp', gold: ['b'], gold_sessions: [ODD_SESSION], cat: 'things' },
  { group: 'two', id: '1', query: 'tall giraffes', gold: ['d'], gold_sessions: [], cat: 'pets' },
  { group: 'none', id: '1', query: '', gold: ['d'], gold_sessions: [], cat: 'pets' },
];

function runOn(rows: { docs: object[]; questions: object[] }): { folder: string; run: (...args: string[]) => Ran } {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const lines = (of: object[]): string => of.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, 'docs.jsonl'), lines(rows.docs));
  writeFileSync(join(folder, 'queries.jsonl'), lines(rows.questions));
  const options = { encoding: 'utf8', env: { ...process.env, CAIRN_EMBED_MODEL: 'none' } } as const;
  return { folder, run: (...args) => spawnSync(process.execPath, [PROGRAM, folder, ...args], options) };
}

type Ran = Pick<ReturnType<typeof spawnSync>, 'status'> & { stdout: string; stderr: string };

test('any corpus is measured through the SDK, and each answer written under its own names', (context) => {
  const { folder, run } = runOn({ docs: DOCS, questions: QUESTIONS });
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hits.jsonl');
  const ran = run('--json', '--hits', file);
  assert.equal(ran.status, 0, ran.stderr);
  const { parts } = JSON.parse(ran.stdout) as { parts: { name: string; items: { any1: number } }[] };
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['all', 'pets', 'things'],
  );
  assert.equal(parts[0]?.items.any1, 3 / 4);
  const hits = readFileSync(file, 'utf8').trim().split('\n');
  const answers = hits.map((line) => JSON.parse(line) as { id: string; got: string[]; sessions: string[]; ms: number });
  assert.deepEqual(
    answers.map(({ id, got, sessions }) => [id, got[0], sessions[0]]),
    [
      ['1', 'a', 's1'],
      ['2', 'b', ODD_SESSION],
      ['1', 'd', 's1'],
      ['1', undefined, undefined],
    ],
  );
  assert.ok(answers.every(({ ms }) => ms > 0));
});

test('a corpus with a wrong line is refused with its place', (context) => {
  const { folder, run } = runOn({ docs: [...DOCS, { group: 'one' }], questions: QUESTIONS });
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const ran = run();
  assert.equal(ran.status, 1);
  assert.match(ran.stderr, /error: .*docs\.jsonl, line 6: "id" is missing\nfix: {3}A corpus is /);
});
