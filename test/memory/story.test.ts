import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { EventBody, RawEvent } from '../../src/core/model/event.ts';
import { openFresh } from '../support/fresh-home.ts';

const AT = Date.now() - 3_600_000;
const call = (tool: string, input: object, { output = 'ok', success = true } = {}): EventBody => ({
  kind: 'tool.end',
  tool,
  input: input as never,
  output,
  success,
  ...(success ? {} : { exitCode: 1 }),
  durationMs: 9_000,
});

function setUp(context: TestContext) {
  const { memory, intake, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const told = (session: string, bodies: readonly EventBody[], from = AT) =>
    intake.events(
      bodies.map(
        (body, i): RawEvent => ({
          agent: 'claude-code',
          agentSession: session,
          at: from + i * 1_000,
          cwd: at.project,
          identity: { number: `${session}${i}` },
          source: 'transcript',
          body,
        }),
      ),
    );
  return { memory, at, told };
}

const FIX: readonly EventBody[] = [
  { kind: 'prompt', text: 'Never log the mail address of a customer. Fix the failing test.', origin: 'person' },
  call('Bash', { command: 'npm test' }, { output: 'AssertionError: 2 !== 1', success: false }),
  call('Edit', { file_path: 'src/pay.ts', old_string: 'a', new_string: 'b\nc' }),
  call('Bash', { command: 'npm test' }),
  call('Bash', { command: 'git commit -am "Charge once"' }, { output: '[main 9a07d35] Charge once\n 1 file changed' }),
  { kind: 'message', text: 'Fixed: the items are sorted before they are hashed.' },
];

test('a session is told step by step: words, calls, changes, commits and what was stated', async (context) => {
  const { memory, told } = setUp(context);
  await told('one', FIX);
  await memory.settled();
  const [entry] = (await memory.list({ kinds: ['session'] })).entries;
  assert.ok(entry !== undefined);
  const { steps, figures, told: blocks, session } = await memory.story(entry.id);
  assert.equal(session, entry.id);
  assert.deepEqual(blocks, []);
  assert.deepEqual(
    steps.map(({ kind, call: of }) => of?.use ?? kind),
    ['prompt', 'command', 'file-write', 'command', 'command', 'message'],
  );
  const [prompt, failed, edit, , commit, answer] = steps;
  assert.equal(prompt?.author, 'person');
  assert.match(prompt?.stated[0]?.title ?? '', /^Never log the mail address/);
  assert.equal(failed?.call?.success, false);
  assert.equal(failed?.call?.exitCode, 1);
  assert.equal(failed?.call?.durationMs, 9_000);
  assert.match(failed?.call?.failure ?? '', /AssertionError/);
  assert.deepEqual(edit?.call?.changes, [{ path: 'src/pay.ts', hunks: [{ before: 'a', after: 'b\nc' }], cut: false }]);
  assert.deepEqual(
    commit?.commits.map(({ hash, subject }) => [hash, subject]),
    [['9a07d35', 'Charge once']],
  );
  assert.equal(answer?.text, 'Fixed: the items are sorted before they are hashed.');
  assert.equal(figures.commits, 1);
  assert.equal(figures.files, 1);
  assert.equal(figures.failures, 1);
  assert.deepEqual(entry.session, figures);
});

test('a long session is told in pages, and a long output by head and tail', async (context) => {
  const { memory, told } = setUp(context);
  await told('one', [
    FIX[0] as EventBody,
    call('Bash', { command: 'cat log' }, { output: `first\n${'x'.repeat(50_000)}\nlast` }),
  ]);
  await memory.settled();
  const [entry] = (await memory.list({ kinds: ['session'] })).entries;
  const whole = await memory.story(entry?.id ?? '');
  const output = whole.steps.at(-1)?.call;
  assert.ok((output?.output.length ?? 0) < 7_000);
  assert.match(output?.output ?? '', /^first[\s\S]*last$/);
  assert.ok((output?.outputChars ?? 0) > 50_000);
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.story({ id: entry?.id ?? '', limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.steps.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  assert.ok(whole.steps.every(({ id }) => ids.includes(id)));
});

test('sessions are listed by how they came out and by words of their titles', async (context) => {
  const { memory, told } = setUp(context);
  await told('one', FIX);
  await told('two', [{ kind: 'prompt', text: 'Say how clients send the header.', origin: 'person' }], AT + 60_000);
  await memory.settled();
  const named = async (narrow: object) =>
    (await memory.list({ kinds: ['session'], ...narrow })).entries.map(({ title }) => title);
  assert.equal((await named({})).length, 2);
  assert.deepEqual((await named({ outcome: 'done' })).length, 1);
  assert.match((await named({ outcome: 'done' }))[0] ?? '', /Charge once/);
  assert.match((await named({ title: 'HEADER clients' }))[0] ?? '', /header/);
  assert.deepEqual(await named({ title: 'zebra' }), []);
  await assert.rejects(memory.list({ outcome: 'done' }), { code: 'invalid_input' });
  await assert.rejects(memory.list({ kinds: ['project'], title: 'x' }), { code: 'invalid_input' });
});
