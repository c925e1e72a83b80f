import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Memory } from '../../src/api/contract.ts';
import type { ReviewLogEntry } from '../../src/api/review-answers.ts';
import { tellSessions } from '../attacks/sessions-told.ts';
import { openFresh } from '../support/fresh-home.ts';

const PERSON = { surface: 'cli', person: true, terminal: '/dev/pts/7' } as const;
const AT = Date.UTC(2026, 2, 6, 15);
const RULE = 'Never write to the ledger table by hand.';

async function logOf(memory: Memory, limit?: number): Promise<ReviewLogEntry[]> {
  const entries: ReviewLogEntry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.reviewLog({ ...(cursor && { cursor }), ...(limit && { limit }) });
    assert.ok(page.entries.length <= (limit ?? 20));
    entries.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
  }
}

const told = ({ act, how, text }: ReviewLogEntry) => [act, how, text];

test('what a person typed in a session, with the agent and the session', async (context) => {
  const { memory } = await tellSessions(context, () => [
    [{ typed: RULE }, { said: 'Understood.' }, { typed: '/remember The staging host is heron.' }, { said: 'Kept.' }],
  ]);
  await memory.remember({ text: 'Logs go to stderr.', kind: 'decision' });
  const entries = await logOf(memory);
  assert.deepEqual(entries.map(told), [
    ['stated', '/remember', 'The staging host is heron.'],
    ['stated', 'prompt', RULE],
  ]);
  const [session] = (await memory.list({ kinds: ['session'], agent: 'claude-code' })).entries;
  for (const { agent, sessionId } of entries) assert.deepEqual([agent, sessionId], ['claude-code', session?.id]);
});

/** A memory in which a person said and did something of each sort, with what its log must tell. */
async function withAll(context: TestContext) {
  const opened = openFresh(context, { caller: PERSON });
  const { memory } = opened;
  const event = (kind: string, number: number, fields: object) => ({
    ...{ kind, sessionId: 'one', number: `${number}`, at: AT + number * 60_000 },
    ...fields,
  });
  const call = { tool: 'Bash', input: { command: 'npm publish' }, output: '', success: false };
  const asked = [{ question: 'Which database?', answer: 'SQLite' }];
  await memory.record([
    event('prompt', 1, { text: RULE }),
    event('tool.end', 2, {
      ...call,
      reply: { origin: 'unknown', refused: true, text: 'Releases are made by CI alone.' },
    }),
    event('tool.end', 3, {
      ...call,
      tool: 'AskUserQuestion',
      success: true,
      reply: { origin: 'unknown', answers: asked },
    }),
  ]);
  await memory.settled();
  const agents = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: opened.at.project });
  const { id } = await agents.remember({ text: 'Logs go to stderr.', kind: 'decision' });
  await agents.forget({ ids: [id] });
  await memory.update(id, { status: 'confirmed' });
  await memory.update(id, { muted: true });
  await memory.update(id, { text: 'Logs go to stderr, never to stdout.' });
  await memory.update(id, { hidden: false });
  await memory.remember({ text: 'We use pnpm.', kind: 'decision' });
  return { ...opened, id };
}

test('what a person did in a terminal is there with the terminal; what an agent did is not', async (context) => {
  const { memory, id } = await withAll(context);
  const entries = await logOf(memory);
  assert.deepEqual(entries.map(told), [
    ['stated', 'terminal', 'We use pnpm.'],
    ['shown', 'terminal', 'Logs go to stderr, never to stdout.'],
    ['revised', 'terminal', 'Logs go to stderr, never to stdout.'],
    ['muted', 'terminal', 'Logs go to stderr, never to stdout.'],
    ['confirmed', 'terminal', 'Logs go to stderr, never to stdout.'],
    ['stated', 'answer', 'SQLite'],
    ['stated', 'refusal', 'Releases are made by CI alone.'],
    ['stated', 'prompt', RULE],
  ]);
  assert.deepEqual(new Set(entries.slice(1, 5).map((entry) => entry.id)), new Set([id]));
  assert.ok(entries.slice(0, 5).every(({ terminal, agent }) => terminal === '/dev/pts/7' && agent === undefined));
  assert.deepEqual(
    entries.map(({ at }) => at),
    entries
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
});

test('pages of any size together are the whole log', async (context) => {
  const { memory } = await withAll(context);
  const all = await logOf(memory, 100);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (limit) => {
      assert.deepEqual(await logOf(memory, limit), all);
    }),
  );
  await assert.rejects(memory.reviewLog({ cursor: 'bm8' }), { code: 'invalid_input' });
  const { nextCursor } = await memory.list({ limit: 1 });
  await assert.rejects(memory.reviewLog({ cursor: String(nextCursor) }), { code: 'invalid_input' });
});

test('of one project alone', async (context) => {
  const { memory, at } = await withAll(context);
  const elsewhere = memory.withCaller({ ...PERSON, cwd: at.root });
  await elsewhere.remember({ text: 'Elsewhere we use yarn.', kind: 'decision' });
  const texts = async (project?: string) =>
    (await memory.reviewLog(project === undefined ? {} : { project })).entries.map(({ text }) => text);
  assert.equal((await texts())[0], 'Elsewhere we use yarn.');
  assert.equal((await texts(at.project))[0], 'We use pnpm.');
  assert.equal((await texts(at.project)).length, (await texts()).length - 1);
});
