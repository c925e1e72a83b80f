import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import { openFresh } from '../../support/fresh-home.ts';

/** Prompts that a person typed, each in a session of its own, an hour apart. */
async function typed(context: TestContext, prompts: readonly string[]) {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const raws = prompts.map(
    (text, i): RawEvent => ({
      agent: 'claude-code',
      agentSession: `s${i}`,
      at: Date.now() - 36_000_000 + i * 3_600_000,
      cwd: opened.at.project,
      identity: { number: `n${i}` },
      source: 'transcript',
      body: { kind: 'prompt', text, origin: 'person' },
    }),
  );
  await opened.intake.events(raws);
  await opened.memory.settled();
  return opened;
}

const RULE = 'Always run the integration suite before you commit.';
const PROMPTS = [
  `Mend the cart. ${RULE}`,
  'can we add a test?',
  'The shop is slow.',
  RULE,
  'Keep the totals of invoices in integer cents please',
  'can you add some tests for the cart',
  'keep the totals of the invoices in integer cents',
];

test('tells what was said twice, and whether Cairn would tell it, a file of instructions holds it, or nobody', async (context) => {
  const { memory, at } = await typed(context, PROMPTS);
  writeFileSync(join(at.project, 'CLAUDE.md'), '# Shop\n\n- Keep the totals of invoices in integer cents.\n');
  const { repeats, counts, repetitions, sessions, prompts } = await memory.repeats();
  assert.deepEqual([sessions, prompts, repetitions], [7, 7, 3]);
  const of = (words: RegExp) =>
    repeats.find(({ says }) => words.test(says[0]?.text ?? '')) ?? assert.fail(String(words));
  const rule = of(/integration suite/);
  assert.deepEqual(
    rule.says.map(({ known }) => known),
    [undefined, 'would-tell'],
  );
  const told = await memory.get(rule.says[1]?.by ?? '');
  assert.match(told.records[0]?.title ?? '', /integration suite/);
  assert.equal(rule.file, undefined);
  assert.equal(of(/totals/).file, join(at.project, 'CLAUDE.md'));
  assert.equal(of(/add a test/).says[1]?.known, 'no');
  assert.deepEqual(counts, { told: 0, wouldTell: 1, proposed: 0, file: 1, nobody: 1 });
});

test('what Cairn told in the session itself is told, and a wish that returned is a proposal', async (context) => {
  const { memory, intake, store, at } = await typed(context, [RULE, 'please run the linter', 'please run the linter']);
  const [rule] = await store.items.list({ kinds: ['knowledge'] }, { limit: 9 });
  const session = sessionId('claude-code', 'later');
  const ids = rule === undefined ? [] : [rule.id];
  await store.items.recordInjection({ session, at: Date.now(), occasion: 'start', ids, tokens: 20, shingles: [] });
  await intake.events([
    {
      agent: 'claude-code',
      agentSession: 'later',
      at: Date.now() + 1_000,
      cwd: at.project,
      identity: { number: 'n9' },
      source: 'transcript',
      body: { kind: 'prompt', text: RULE, origin: 'person' },
    },
  ]);
  await memory.settled();
  const { counts } = await memory.repeats();
  assert.deepEqual(counts, { told: 1, wouldTell: 0, proposed: 1, file: 0, nobody: 1 });
});

test('a rule that stood when a session began, in which the person says otherwise, would have been wrong there', async (context) => {
  const { memory } = await typed(context, [
    'From now on we always use npm for installing packages.',
    'The shop is slow.',
    'From now on we always use pnpm instead of npm for installing packages.',
  ]);
  const { wrong } = await memory.repeats();
  assert.equal(wrong.length, 1);
  assert.match(wrong[0]?.text ?? '', /use npm/);
  assert.match(wrong[0]?.byText ?? '', /pnpm instead/);
  assert.match(wrong[0]?.sessionId ?? '', /^s_/);
});
