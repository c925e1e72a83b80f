import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Prompt } from '../../src/core/model/event.ts';
import { sessionId } from '../../src/core/model/ids.ts';
import { shingleHashes } from '../../src/privacy/own-words.ts';
import { openFresh } from '../support/fresh-home.ts';

const AT = Date.parse('2026-10-05T10:00:00Z');
const PROMPT =
  'We decided that amounts are integer cents and never floats, so please fix the rounding of the discount.';

/** A prompt as a transcript tells it. */
function lineAt(
  at: number,
  origin: string,
): { at: number; agent: string; agentSession: string; body: Prompt; origin: string } {
  return {
    at,
    agent: 'opencode',
    agentSession: 's',
    body: { kind: 'prompt', text: PROMPT, origin: 'unknown' },
    origin,
  };
}

test('words that were told later are no echo of it, read when it may; words that were told before are', async (context) => {
  const { intake, store } = openFresh(context);
  const take = async (line: ReturnType<typeof lineAt>): Promise<void> => {
    const { origin, ...place } = line;
    await intake.events([{ ...place, identity: { content: `${PROMPT} ${origin}`, origin }, source: 'transcript' }]);
  };
  const session = sessionId('opencode', 's');
  const told = { session, at: AT + 60_000, occasion: 'start', ids: [], tokens: 20 };
  await store.items.recordInjection({ ...told, shingles: shingleHashes(`Asked before that: "${PROMPT}"`) });
  await take(lineAt(AT, 'a'));
  await take(lineAt(AT + 5_000, 'b'));
  await take(lineAt(AT + 90_000, 'c'));
  const events = await store.log.since(0, 10);
  assert.deepEqual(
    events.map(({ at, body }) => [at - AT, 'echo' in body]),
    [
      [0, false],
      [5_000, false],
      [90_000, true],
    ],
  );
});
