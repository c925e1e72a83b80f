import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as LIMITS from '../../../src/core/limits.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import { EVENT_KINDS } from '../../../src/core/model/event.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { deriveTool, makeEvent, ROOT, toolItem } from '../make-event.ts';

const itemsOf = (body: EventBody, over = {}) => deriveEvent(makeEvent(body, over), { projectRoot: ROOT }).items;

test('a prompt becomes an item and the decision it states a piece of knowledge', () => {
  const [prompt, decision, ...rest] = itemsOf({
    kind: 'prompt',
    text: 'We decided to use idempotency keys. Now fix the test.',
    origin: 'person',
  });
  assert.equal(prompt?.kind, 'prompt');
  assert.equal(prompt?.author, 'person');
  assert.equal(prompt?.rule, 'prompt@6');
  assert.equal(decision?.kind, 'knowledge');
  assert.equal(decision?.text, 'We decided to use idempotency keys.');
  assert.equal(decision?.detail.status, 'stated');
  assert.equal(decision?.rule, 'stated@19');
  assert.deepEqual(rest, []);
});

test('what a person remembers by a slash command is the person’s statement, a program’s is not', () => {
  const of = (text: string, origin: 'person' | 'program') =>
    itemsOf({ kind: 'prompt', text, origin }).map((item) => [item.kind, item.author, item.text]);
  assert.deepEqual(of('/cairn:remember the staging key is in the vault', 'person').slice(1), [
    ['observation', 'person', 'the staging key is in the vault'],
  ]);
  assert.deepEqual(of('/remember We use pnpm.', 'person').slice(1), [['knowledge', 'person', 'We use pnpm.']]);
  for (const [kind, author] of of('/remember We use pnpm.', 'program'))
    assert.deepEqual([kind, author], ['prompt', 'agent']);
  assert.equal(of('/remember', 'person').length, 1);
});

test('only with evidence of a person is a prompt a person’s and what it states more than proposed', () => {
  for (const origin of ['unknown', 'program'] as const) {
    const [prompt, decision] = itemsOf({ kind: 'prompt', text: 'We use pnpm.', origin });
    assert.equal(prompt?.author, 'agent');
    assert.equal(decision?.detail.status, 'proposed');
  }
  const [task, ...none] = itemsOf({ kind: 'prompt', text: 'We use pnpm.', origin: 'person' }, { subagent: 'a1' });
  assert.equal(task?.author, 'agent');
  assert.deepEqual(none, []);
  assert.equal(itemsOf({ kind: 'prompt', text: 'We use pnpm.', origin: 'system' }).length, 1);
});

test('a failing command says what ran, how it ended and what it printed last', () => {
  const output = `${'line\n'.repeat(2_000)}AssertionError: expected 3 to equal 4`;
  const item = toolItem(
    'Bash',
    { command: 'cd app && npm test', description: 'Run the tests' },
    { success: false, exitCode: 1, output },
  );
  assert.equal(item.title, 'npm test failed (exit 1)');
  assert.equal(item.author, 'tool');
  assert.equal(flatDetail(item).observation, 'command');
  assert.equal(flatDetail(item).subtitle, 'npm test');
  assert.equal(flatDetail(item).exitCode, 1);
  assert.deepEqual(flatDetail(item).facts, ['AssertionError: expected 3 to equal 4']);
  assert.deepEqual(item.detail.concepts, ['testing']);
  assert.match(item.text, /^Run the tests\n\$ cd app && npm test\n/);
  assert.match(item.text, /expected 3 to equal 4$/);
});

test('an edit names its file from the root and holds the lines that changed', () => {
  const input = { file_path: `${ROOT}/src/auth.ts`, old_string: 'a\nold\nb', new_string: 'a\nnewName\nb' };
  const item = toolItem('Edit', input);
  assert.equal(item.title, 'Edit src/auth.ts');
  assert.deepEqual(item.detail.filesChanged, ['src/auth.ts']);
  assert.equal(item.text, 'src/auth.ts\n+newName\n-old');
  assert.match(item.terms, /\bnew name\b/);
  assert.equal(item.author, 'agent');
  const failed = toolItem('Edit', input, { success: false, output: 'String to replace not found' });
  assert.equal(failed.title, 'Edit src/auth.ts failed');
  assert.equal(failed.detail.filesChanged, undefined);
  assert.deepEqual(failed.detail.filesRead, ['src/auth.ts']);
});

test('each kind of tool gives its kind of observation and author', () => {
  const rows = [
    ['Write', { file_path: 'a.ts', content: 'x' }, 'file-write', 'agent', 'Write a.ts'],
    ['Read', { file_path: 'a.ts' }, 'file-read', 'repo', 'Read a.ts'],
    ['Grep', { pattern: 'x', path: 'src' }, 'research', 'repo', 'Search for x in src'],
    ['WebFetch', { url: 'https://example.com/a' }, 'research', 'web', 'Fetch https://example.com/a'],
    ['WebSearch', { query: 'x' }, 'research', 'web', 'Web search: x'],
    [
      'Task',
      { subagent_type: 'reviewer', description: 'Review', prompt: 'x' },
      'delegation',
      'agent',
      'Delegate to reviewer: Review',
    ],
    ['mcp__linear__create_issue', { title: 'x' }, 'tool-use', 'web', 'linear create_issue: x'],
    ['mcp__linear__get_issue', { id: 'x' }, 'research', 'web', 'linear get_issue: x'],
    ['TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }, 'tool-use', 'agent', 'Todo list: 1 of 1 open'],
    [
      'apply_patch',
      { command: '*** Begin Patch\n*** Add File: a\n+x\n*** Add File: b\n+y\n*** End Patch' },
      'file-write',
      'agent',
      'Edit a and 1 more file',
    ],
  ] as const;
  for (const [tool, input, kind, author, title] of rows) {
    const item = toolItem(tool, JSON.parse(JSON.stringify(input)));
    assert.deepEqual([flatDetail(item).observation, item.author, item.title], [kind, author, title], tool);
  }
});

test("Cairn's own tools leave ids and no words", () => {
  const id = 'o_abcdefghijklmnop';
  const item = toolItem('mcp__cairn__search', { query: 'secret plan' }, { output: `[${id}] We use pnpm` });
  assert.equal(item.text, id);
  assert.doesNotMatch(JSON.stringify(item), /pnpm|secret plan/);
});

test('a note is knowledge when it states a rule, else an observation; an agent’s is proposed', () => {
  const note = { kind: 'noted', text: 'We use pnpm', detail: {} } as const;
  const [rule] = itemsOf({ ...note, knowledge: 'decision', person: true });
  assert.deepEqual([rule?.kind, rule?.author, rule?.detail.status], ['knowledge', 'person', 'stated']);
  const [plain] = itemsOf({ ...note, person: false });
  assert.deepEqual(
    [plain?.kind, flatDetail(plain).observation, plain?.detail.status],
    ['observation', 'note', 'proposed'],
  );
});

test('a compaction leaves its summary, without the agent’s thinking before it', () => {
  const summary =
    'This session is being continued from a previous one.\n\nAnalysis:\nLet me think.\n\nSummary:\n1. Primary Request and Intent:\n   Add coupons';
  const [item] = itemsOf({ kind: 'compact.end', trigger: 'auto', summary });
  assert.equal(item?.kind, 'summary');
  assert.equal(item?.title, 'Summary at a compaction: Add coupons');
  assert.doesNotMatch(item?.text ?? '', /Let me think/);
});

test('what a subagent came back with is a delegation', () => {
  const [item] = itemsOf({ kind: 'subagent.end', type: 'reviewer', result: 'All is well.' });
  assert.deepEqual([flatDetail(item).observation, item?.text], ['delegation', 'All is well.']);
});

test('what means nothing to memory gives no item', () => {
  const bodies: EventBody[] = [
    { kind: 'session.start', trigger: 'startup' },
    { kind: 'session.end', reason: 'other' },
    { kind: 'turn.end' },
    { kind: 'tool.start', tool: 'Bash', input: {} },
    { kind: 'notification', message: 'x' },
    { kind: 'permission', tool: 'Bash', input: {}, denied: true },
    { kind: 'prompt', text: '  ', origin: 'person' },
  ];
  for (const body of bodies) assert.deepEqual(itemsOf(body), [], body.kind);
});

const anyText = fc.oneof(
  fc.string({ unit: CODE_POINT, maxLength: 300 }),
  fc.string().map((text) => text.repeat(200)),
);
const anyInput = fc.dictionary(
  fc.constantFrom(
    'command',
    'cmd',
    'file_path',
    'path',
    'content',
    'old_string',
    'new_string',
    'edits',
    'todos',
    'query',
    'url',
    'prompt',
    'plan',
    'questions',
    'x',
  ),
  fc.oneof(anyText, fc.jsonValue()),
);
const anyTool = fc.oneof(
  fc.constantFrom(
    'Bash',
    'Read',
    'Edit',
    'Write',
    'apply_patch',
    'Grep',
    'WebFetch',
    'Task',
    'TodoWrite',
    'TaskCreate',
    'TaskUpdate',
    'mcp__a__b',
    'Skill',
    'BashOutput',
    'ls',
  ),
  fc.string(),
);
const anyBody = fc.oneof(
  fc.record({ kind: fc.constant('prompt'), text: anyText, origin: fc.constantFrom('person', 'unknown', 'system') }),
  fc.record({ kind: fc.constant('message'), text: anyText }),
  fc.record({
    kind: fc.constant('tool.end'),
    tool: anyTool,
    input: anyInput,
    output: anyText,
    success: fc.boolean(),
    result: fc.jsonValue(),
  }),
  fc.record({ kind: fc.constant('compact.end'), trigger: fc.constant('auto'), summary: anyText }),
  fc.record({ kind: fc.constant('subagent.end'), type: anyText, result: anyText }),
) as unknown as fc.Arbitrary<EventBody>;

test('any event gives the same bounded items every time, with ids of their own', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const event = makeEvent(body);
      const before = JSON.stringify(event);
      const { items } = deriveEvent(event, { projectRoot: ROOT });
      assert.deepEqual(deriveEvent(JSON.parse(before), { projectRoot: ROOT }).items, items);
      assert.equal(JSON.stringify(event), before);
      assert.equal(new Set(items.map((item) => item.id)).size, items.length);
      for (const item of items) {
        assert.ok(item.title.length <= LIMITS.titleChars, item.title);
        assert.ok(item.text.length <= LIMITS.indexedChars);
        assert.match(item.rule, /^[a-z]+@\d+$/);
        assert.ok(Number.isSafeInteger(item.contentHash));
      }
    }),
    { numRuns: 400 },
  );
});

test('every kind of event is answered', () => {
  for (const kind of EVENT_KINDS) {
    const body = {
      kind,
      text: 'x',
      tool: 'Bash',
      input: {},
      output: '',
      success: true,
      type: 'x',
      summary: 'x',
      detail: {},
    };
    assert.ok(Array.isArray(itemsOf(body as unknown as EventBody)), kind);
  }
  assert.equal(deriveTool('Bash', { command: 'ls' }).items.length, 1);
});
