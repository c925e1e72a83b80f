import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ProjectId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { findSuperseded } from '../../../src/derive/claim/find-superseded.ts';
import { type ItemParts, makeItem, NOW } from '../../retrieval/make-item.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { RESTATED } from '../restated.ts';

const HOUR_MS = 3_600_000;

/** Items with the given texts, one hour apart. */
function told(...parts: (ItemParts & { text: string })[]): Item[] {
  return parts.map((part, i) => makeItem({ kind: 'prompt', at: NOW + i * HOUR_MS, ...part }));
}

/** For each item the index of the one that supersedes it. */
function outcome(items: readonly Item[]): (number | undefined)[] {
  const gives = findSuperseded(items);
  return items.map((item) => {
    const at = items.findIndex((other) => other.id === gives.get(item.id));
    return at < 0 ? undefined : at;
  });
}

for (const kind of ['prompt', 'knowledge'] as const) {
  test(`as a ${kind}, what was restated gives way, and nothing else does`, () => {
    for (const { older, newer, gives } of RESTATED) {
      const items = told({ kind, text: older }, { kind, text: newer });
      assert.deepEqual(outcome(items), gives ? [1, undefined] : [undefined, undefined], `${older} | ${newer}`);
    }
  });
}

test('of several values the latest stands, and what was said of it before stands with it', () => {
  const items = told(
    { text: 'The API port is 3000.' },
    { text: 'The API port is now 4000.' },
    { text: 'The API port is now 5000.' },
    { text: 'The API port is now 3000.' },
  );
  assert.deepEqual(outcome(items), [undefined, 3, 3, undefined]);
  assert.deepEqual(outcome(items.slice(0, 3)), [2, 2, undefined]);
  assert.deepEqual(outcome(items.slice(0, 2)), [1, undefined]);
});

test('what was said again in between gives way too', () => {
  const items = told(
    { text: 'Remember that the release branch is release/1.x.' },
    { text: 'Confirm this still matters: the release branch remains release/1.x.' },
    { text: 'Update this: the release branch is now release/2.x.' },
  );
  assert.deepEqual(outcome(items), [2, 2, undefined]);
});

test("a person's words give way to a person's alone", () => {
  const [older = '', newer = ''] = ['We use npm.', 'We moved from npm to pnpm.'];
  const person = { author: 'person' } as const;
  assert.deepEqual(outcome(told({ text: older, ...person }, { text: newer })), [undefined, undefined]);
  assert.deepEqual(outcome(told({ text: older, ...person }, { text: newer, ...person })), [1, undefined]);
  const confirmed = { kind: 'knowledge', detail: { status: 'confirmed' } } as const;
  assert.deepEqual(outcome(told({ text: older, ...confirmed }, { text: newer })), [undefined, undefined]);
  assert.deepEqual(outcome(told({ text: older, ...person }, { text: newer, ...confirmed })), [1, undefined]);
});

test('a rule does not give way to what is to hold once, for now or in one place alone', () => {
  const pairs = [
    ['Always use pnpm.', 'Run the tests with npm instead of pnpm just this once.'],
    ['Use UTC for all timestamps.', 'Stop using UTC in the footer of the page.'],
    ['The timeout is 30 seconds.', 'Set the timeout to 5 seconds in that test.'],
    ['Log with pino.', 'Replace pino with console.log in the example.'],
  ];
  for (const [older = '', newer = ''] of pairs) {
    const rule = { kind: 'knowledge', text: older, author: 'person' } as const;
    assert.deepEqual(outcome(told(rule, { text: newer, author: 'person' })), [undefined, undefined], newer);
  }
});

test('nor do the words of an agent give way to one that others may have told what to say', () => {
  const [older, newer] = [{ text: 'We use npm.' }, { text: 'We moved from npm to pnpm.' }];
  const task: ItemParts = { detail: { metadata: { origin: 'system' } } };
  for (const extra of [{ exposed: true }, task]) {
    assert.deepEqual(outcome(told(older, { ...newer, ...extra })), [undefined, undefined]);
    assert.deepEqual(outcome(told({ ...older, exposed: true }, { ...newer, ...extra })), [1, undefined]);
  }
  const quoted = { detail: { quoted: [[0, newer.text.length]] as [number, number][] } };
  assert.deepEqual(outcome(told(older, { ...newer, ...quoted })), [undefined, undefined]);
  assert.deepEqual(outcome(told(older, { ...newer, ...quoted, author: 'person' })), [1, undefined]);
});

test('nothing gives way to another project, a tool, an echo, what was withdrawn, doubted or said in one breath', () => {
  const older = { text: 'We use npm.' };
  const newer = { text: 'We moved from npm to pnpm.' };
  const refused: (ItemParts & { text: string })[] = [
    { ...newer, project: 'r_bbbbbbbbbbbbbbbb' as ProjectId },
    { ...newer, author: 'tool' },
    { ...newer, author: 'repo' },
    { ...newer, author: 'web' },
    { ...newer, kind: 'observation', detail: { observation: 'command' } },
    { ...newer, kind: 'knowledge', detail: { status: 'withdrawn' } },
    { ...newer, detail: { echo: true } },
    { ...newer, at: NOW },
    { text: 'Unverified: we moved from npm to pnpm.' },
    { text: 'I heard that we moved from npm to pnpm.' },
    { text: `${'A long report on what was done. '.repeat(60)}We moved from npm to pnpm.` },
  ];
  for (const part of refused) assert.deepEqual(outcome(told(older, part)), [undefined, undefined], part.text);
});

test('one line of a long text does not make all of it outdated', () => {
  const report = `${'The parser was split in two and its tests were moved along. '.repeat(8)}We use npm.`;
  const items = told({ kind: 'message', text: report }, { text: 'We moved from npm to pnpm.' });
  assert.deepEqual(outcome(items), [undefined, undefined]);
});

test('whatever is said, in whatever order it is given, the outcome is the same and points at something later', () => {
  const texts = RESTATED.flatMap(({ older, newer }) => [older, newer]);
  const said = fc.record({
    text: fc.oneof(fc.constantFrom(...texts), fc.string({ unit: CODE_POINT, maxLength: 80 })),
    at: fc.integer({ min: NOW, max: NOW + 9 }),
    kind: fc.constantFrom('prompt', 'message', 'knowledge'),
  });
  fc.assert(
    fc.property(fc.array(said, { maxLength: 12 }), (parts) => {
      const items = parts.map((part) => makeItem(part));
      const gives = findSuperseded(items);
      assert.deepEqual(findSuperseded(items.toReversed()), new Map([...gives].toReversed()));
      const at = new Map(items.map((item) => [item.id, item.at]));
      for (const [older, newer] of gives) assert.ok((at.get(newer) ?? 0) > (at.get(older) ?? 0));
    }),
    { numRuns: 300 },
  );
});

test('an answer gives way to a later one to the same question, and to no other', () => {
  const answer = (about: string, text: string) => ({
    kind: 'knowledge' as const,
    author: 'person' as const,
    text,
    detail: { knowledge: 'decision' as const, reply: { to: 'question' as const, about } },
  });
  const items = told(answer('Which store?', 'Redis'), answer('Which form?', 'Tabs'), answer('Which store?', 'SQLite'));
  assert.deepEqual(outcome(items), [2, undefined, undefined]);
});
