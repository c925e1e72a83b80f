import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Memory } from '../../src/api/contract.ts';
import { readQuestion } from '../../src/retrieval/query/read-question.ts';
import { searchItems } from '../../src/retrieval/search/search.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { asked, edited, openTestStore, said, tellSession } from '../retrieval/fill-store.ts';
import { CODE_POINT } from '../support/code-point.ts';
import { openFresh } from '../support/fresh-home.ts';
import { NAUGHTY_STRINGS } from '../support/naughty-strings.ts';
import { sized } from '../support/suite-size.ts';
import { rememberWork } from './contract/remembered-work.ts';

const NOW = Date.UTC(2026, 10, 22);
const RANDOM_TEXTS = sized({ small: 2_000, default: 20_000, full: 100_000 });
const PLACE = { now: NOW, userHome: '/home/dev' };

async function searchOf(memory: Memory, query: string): Promise<void> {
  const { hits, notes } = await memory.search({ query, limit: 5 });
  assert.ok(hits.length <= 5);
  for (const { message } of notes) assert.ok(message.length < 4_000, `${message.length} characters of note`);
}

test('no naughty string is an error, to ask with or to be remembered and asked for', async (context) => {
  assert.ok(new Set(NAUGHTY_STRINGS).size >= 480);
  const { memory } = openFresh(context);
  await rememberWork(memory);
  for (const text of NAUGHTY_STRINGS) await searchOf(memory, text);
  const tellable = NAUGHTY_STRINGS.filter((text) => text.trim() !== '');
  const messages = tellable.map((content, i) => ({ role: 'user' as const, content, ref: `${i}` }));
  await memory.record({ sessionId: 'naughty', messages });
  await memory.settled();
  for (const text of tellable.slice(0, 200)) await searchOf(memory, text);
});

test('a question of 100 kB, of stop words or of punctuation only, is answered', async (context) => {
  const { memory } = openFresh(context);
  await rememberWork(memory);
  const long = await memory.search(`totals ${'lorem ipsum '.repeat(8_500)}`);
  assert.ok(long.hits.length > 0);
  assert.ok((await memory.search('what is it that we had of the')).hits.length >= 0);
  const wordless = await memory.search('?!… --- “”');
  assert.ok(wordless.hits.length > 0);
  assert.ok(wordless.notes.some(({ code }) => code === 'no_words'));
});

async function askBoth(store: Store, text: string): Promise<void> {
  const { question } = await readQuestion(store, { query: text }, PLACE);
  const { hits } = await searchItems(store, { ...question, limit: 3 }, NOW);
  assert.ok(hits.length <= 3);
}

test('random texts of all of Unicode are answered', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'one',
    at: NOW - 86_400_000,
    bodies: [
      asked('Use idempotency keys for the checkout'),
      edited('src/orderService.ts'),
      said('会议室 is done. Αλλαγή!'),
    ],
  });
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: CODE_POINT, maxLength: 24 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('-', '"', 'file:', 'after:', 'kind:', '*', ' ', 'last week', 'chekout', '\ud800'),
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      (text) => askBoth(store, text),
    ),
    { numRuns: RANDOM_TEXTS },
  );
});
