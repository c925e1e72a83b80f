import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { figuresOf, isEmpty } from '../../bench/support/next-session/block-figures.ts';
import { layOutTranscripts } from '../../bench/support/next-session/lay-out.ts';
import { mineTwice } from '../../bench/support/next-session/mine-twice.ts';
import { cutToTokens, plainWays } from '../../bench/support/next-session/plain-ways.ts';
import type { Point, RecordedSession } from '../../bench/support/next-session/recorded-sessions.ts';
import { movesOf } from '../../bench/support/next-session/reflog.ts';
import { readActs } from '../../bench/support/next-session/session-acts.ts';
import { takeBlocks } from '../../bench/support/next-session/take-blocks.ts';
import { countTwice } from '../../bench/support/next-session/twice.ts';
import { countTokens } from '../../src/core/text/tokens.ts';

const ROOT = '/home/ada/lamp';
const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();

function claudeLines(session: string, texts: readonly [number, string, string][]): object[] {
  return texts.map(([minute, role, content], n) => ({
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: ROOT,
    sessionId: session,
    version: '2.1.330',
    gitBranch: 'dimmer',
    type: role,
    uuid: `${session}-${n}`,
    timestamp: at(minute),
    message:
      role === 'user' ? { role, content } : { role, model: 'a-model', content: [{ type: 'text', text: content }] },
  }));
}

const FIRST = [
  ...claudeLines('11111111-1111-4111-8111-111111111111', [
    [1, 'user', `Make the lamp of ${ROOT}/src/lamp.ts dim slowly, please, over two seconds.`],
    [2, 'assistant', 'The lamp dims in twenty steps now; fadeSteps in lamp.ts says how many.'],
  ]),
  {
    ...claudeLines('11111111-1111-4111-8111-111111111111', [[2.5, 'assistant', '']])[0],
    uuid: 'edit',
    message: {
      role: 'assistant',
      model: 'a-model',
      content: [
        {
          type: 'tool_use',
          id: 'edit',
          name: 'Edit',
          input: { file_path: `${ROOT}/src/lamp.ts`, old_string: '1', new_string: '20' },
        },
      ],
    },
  },
  {
    ...claudeLines('11111111-1111-4111-8111-111111111111', [[2.6, 'user', '']])[0],
    uuid: 'edited',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'edit', content: 'The file was updated.' }],
    },
  },
  {
    timestamp: at(3),
    type: 'user',
    toolUseResult: { stdout: '[dimmer abc1234] Dim the lamp slowly\n 1 file changed, 3 insertions(+)' },
  },
  ...claudeLines('11111111-1111-4111-8111-111111111111', [[40, 'user', 'And now the bell, which is a later wish.']]),
];
const SECOND = [
  { timestamp: at(10), type: 'session_meta', payload: { id: 'second', cwd: ROOT, cli_version: '0.1.0' } },
  { timestamp: at(11), type: 'event_msg', payload: { type: 'user_message', message: 'How many steps has the lamp?' } },
  {
    timestamp: at(12),
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":"sed -n 1,9p src/lamp.ts"}' },
  },
];
const THIRD = claudeLines('33333333-3333-4333-8333-333333333333', [
  [30, 'user', 'The lamp should dim in thirty steps.'],
  [31, 'assistant', 'fadeSteps is thirty; lamp.ts and bell.ts say so.'],
]);

/** A point at which the third session begins, and the first two lie before it. */
function madePoint(context: TestContext): { folder: string; point: Point } {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const made = (name: string, agent: RecordedSession['agent'], lines: readonly object[]): RecordedSession => {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { firstAt, prompts } = readActs(agent, path);
    const common = { set: 'made', developer: 'ada', root: ROOT, branch: 'dimmer' };
    return { ...common, agent, id: name, path, firstAt, prompt: prompts[0] ?? '' };
  };
  const before = [made('first', 'claude-code', FIRST), made('second', 'codex', SECOND)];
  return { folder, point: { name: 'made-third', next: made('third', 'claude-code', THIRD), before } };
}

test('transcripts are cut at the point, moved to the checkout, and marked as typed', (context) => {
  const { folder, point } = madePoint(context);
  const [home, project] = [join(folder, 'home'), join(folder, 'home', 'lamp')];
  layOutTranscripts(point, { home, project }, { data: folder, typed: true });
  const laid = join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'), 'first.jsonl');
  const text = readFileSync(laid, 'utf8');
  assert.ok(text.includes(`${project}/src/lamp.ts`));
  assert.ok(!text.includes(ROOT) && !text.includes('the bell'));
  assert.match(text, /^\{"promptSource":"typed"/);
});

test('what sessions committed is read from what git printed', (context) => {
  const { point } = madePoint(context);
  const [first] = point.before;
  assert.ok(first !== undefined);
  assert.deepEqual(movesOf(first, point.next.firstAt), [
    { at: Date.parse(at(3)), hash: 'abc1234', what: 'commit: Dim the lamp slowly' },
  ]);
  assert.deepEqual(movesOf(first, Date.parse(at(2))), []);
});

test('figures compare a block with what the session did', () => {
  const acts = {
    prompts: ['Dim it.'],
    files: new Set(['lamp.ts', 'bell.ts']),
    text: 'fadeSteps in lamp.ts',
    said: [],
    firstAt: 0,
    cwd: ROOT,
    branch: '',
  };
  const lines = [
    '[o_aaaaaaaaaaaaaaaa] Files changed: lamp.ts, and fadeSteps was set in it.',
    '[o_bbbbbbbbbbbbbbbb] Nothing here that it meets, though otherThing is named.',
    '[o_cccccccccccccccc] `make`, 2026-03-01',
    'A line of no item says something as well.',
  ];
  const items = [
    { id: 'o_aaaaaaaaaaaaaaaa', kind: 'checkpoint', section: 'sessions' },
    { id: 'o_bbbbbbbbbbbbbbbb', kind: 'knowledge', section: 'rules' },
    { id: 'o_cccccccccccccccc', kind: 'pattern', section: 'patterns' },
  ] as const;
  const { tokens, ...figures } = figuresOf({ start: lines.join('\n'), prompt: '', items }, acts, 'Dim it.');
  assert.equal(tokens, countTokens(lines.join('\n')));
  assert.deepEqual(figures, {
    lines: 4,
    files: 2,
    filesNamed: 1,
    identifiers: 1,
    noise: 3,
    withheld: 0,
    empty: 1,
    rules: [lines[1]],
    kinds: { 'sessions checkpoint': 1, 'rules knowledge': 1, 'patterns pattern': 1, 'of no item': 1 },
  });
  assert.ok(isEmpty('[o_aaaaaaaaaaaaaaaa] Error of tsc seen 3 times'));
  assert.ok(!isEmpty('[o_aaaaaaaaaaaaaaaa] Ada: “No, thirty!”'));
});

test('what may have been told twice is proposed', (context) => {
  const { folder, point } = madePoint(context);
  const prompt = 'The lamp goes slowly, over two seconds.';
  const path = join(folder, 'again.jsonl');
  writeFileSync(
    path,
    claudeLines('again', [[30, 'user', prompt]])
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const [found, ...others] = mineTwice([{ ...point, next: { ...point.next, path } }]);
  assert.deepEqual(others, []);
  assert.deepEqual([found?.kind, found?.session, found?.now], ['said', 'first', prompt]);
});

test('what is told before it was needed is counted by kind, and what was given up as harm', () => {
  const labels = [
    { point: 'a', kind: 'said', must: ['fadeSteps', 'twenty'], mustNot: [] },
    { point: 'b', kind: 'said', must: ['fadeSteps'], mustNot: [] },
    { point: 'a', kind: 'superseded', must: [], mustNot: ['the bell'] },
    { point: 'not measured', kind: 'said', must: ['lamp'], mustNot: [] },
  ];
  const told = new Map([
    ['a', 'FADESTEPS is twenty, and the bell rings.'],
    ['b', 'The lamp is dim.'],
  ]);
  const count = countTwice(labels, told);
  assert.deepEqual([...count.kinds], [['said', { told: 1, of: 2 }]]);
  assert.deepEqual([count.harmed, count.ofHarm], [1, 1]);
});

test('a cut text has no more tokens than it may', () => {
  const lines = ['one two three', 'four five six seven eight nine ten eleven twelve'];
  assert.equal(cutToTokens(lines, 100), lines.join('\n'));
  assert.equal(cutToTokens(lines, 0), '');
  const cut = cutToTokens(lines, 8);
  assert.ok(countTokens(cut) <= 8 && cut.startsWith('one two three\nfour'));
});

test('blocks are taken from a memory of what lay there, and plain ways beside them', async (context) => {
  const { folder, point } = madePoint(context);
  const project = join(folder, 'scratch', 'made-ada', 'work', 'agentv');
  mkdirSync(join(project, 'src'), { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  writeFileSync(join(project, 'src', 'lamp.ts'), 'export const fadeSteps = 20;\n');
  const options = { data: folder, scratch: join(folder, 'scratch'), typed: true };
  const taken = [];
  for await (const one of takeBlocks([point], options)) taken.push(one);
  const [one] = taken;
  assert.equal(taken.length, 1);
  assert.ok(one !== undefined);
  const told = `${one.blocks.start}\n${one.blocks.prompt}`;
  assert.match(told, /lamp/);
  assert.doesNotMatch(told, /the bell/);
  assert.match(`${one.blocks.hooks.start}\n${one.blocks.hooks.prompt}`, /lamp/);
  assert.deepEqual(one.blocks.ways['last three prompts, with files'], [
    'How many steps has the lamp?',
    'files: lamp.ts',
  ]);
  assert.match(
    readFileSync(join(folder, 'scratch/made-ada/work/agentv/.git/logs/HEAD'), 'utf8'),
    /^0{40} abc1234\w{33} .*\tcommit: Dim the lamp slowly\n$/,
  );
  assert.deepEqual(Object.keys(plainWays(point, folder)), Object.keys(one.blocks.ways));
});
