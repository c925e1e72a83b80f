import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RawEvent } from '../../src/core/model/event.ts';
import { openFresh } from '../support/fresh-home.ts';

const WISH = /run the linter/;

/** Prompts that a person typed, each in a session of its own. */
async function typed(context: TestContext, prompts: readonly string[]) {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const raws = prompts.map(
    (text, i): RawEvent => ({
      agent: 'claude-code',
      agentSession: `s${i}`,
      at: Date.now() - 3_600_000 + i * 60_000,
      cwd: opened.at.project,
      identity: { number: `n${i}` },
      source: 'transcript',
      body: { kind: 'prompt', text, origin: 'person' },
    }),
  );
  await opened.intake.events(raws);
  await opened.memory.settled();
  const returning = async () => {
    const { patterns } = await opened.memory.patterns({ kind: 'preference', project: '*' });
    return patterns.filter(({ label }) => label.startsWith('Each time: '));
  };
  return { ...opened, returning };
}

const PROMPTS = ['Mend the cart of the shop. Then run the linter.', 'The shop is slow.', 'please run the linter'];

test('a wish that returns in another session is proposed as a rule, with what shows it, and told by nobody', async (context) => {
  const { memory, returning } = await typed(context, PROMPTS);
  const [wish, ...others] = await returning();
  assert.deepEqual(others, []);
  assert.equal(wish?.status, 'proposed');
  assert.equal(wish?.sessions, 2);
  assert.equal(wish?.evidence.length, 2);
  assert.match(wish?.label ?? '', WISH);
  assert.doesNotMatch((await memory.context()).text, /Each time/);
  assert.doesNotMatch((await memory.context({ prompt: 'when do we run the linter?' })).text, /Each time/);
});

test('once a person confirms it a start tells it, and no longer when it is withdrawn', async (context) => {
  const { memory, returning } = await typed(context, PROMPTS);
  const [wish] = await returning();
  await memory.update(wish?.id ?? '', { status: 'confirmed' });
  await memory.settled();
  assert.match((await memory.context()).text, /Preference .*Each time: .*run the linter/);
  await memory.update(wish?.id ?? '', { status: 'withdrawn' });
  await memory.settled();
  assert.doesNotMatch((await memory.context()).text, /Each time/);
});

test('a wish of one session alone is no pattern', async (context) => {
  const { returning } = await typed(context, ['please run the linter', 'The shop is slow.']);
  assert.deepEqual(await returning(), []);
});
