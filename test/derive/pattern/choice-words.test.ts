import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { choicesIn } from '../../../src/derive/pattern/choice-words.ts';
import { wishesIn } from '../../../src/derive/pattern/wish-words.ts';
import { SETTLED_TOO, UNSETTLED_TOO } from './further-sentences.ts';
import { SETTLED } from './settled-sentences.ts';
import { UNSETTLED } from './unsettled-sentences.ts';

const linesOf = (set: Readonly<Record<string, string>>, why: string) => set[why]?.trim().split('\n') ?? [];
const isTaken = (sentence: string) => choicesIn(sentence, 'person').length + wishesIn(sentence).length > 0;

for (const why of Object.keys(UNSETTLED)) {
  test(`a person who says ${why} settles nothing`, () => {
    const sentences = [...linesOf(UNSETTLED, why), ...linesOf(UNSETTLED_TOO, why)];
    assert.ok(sentences.length > 50);
    assert.deepEqual(sentences.filter(isTaken), []);
  });

  test(`words as for ${why} settle something where they say what is to be`, () => {
    const sentences = [...linesOf(SETTLED, why), ...linesOf(SETTLED_TOO, why)];
    assert.ok(sentences.length > 45);
    assert.deepEqual(
      sentences.filter((sentence) => !isTaken(sentence)),
      [],
    );
  });
}

test('what a person pasted, quoted as a block or introduced as another’s decides nothing', () => {
  const rule = "Let's keep the table in memory, so that reads stay fast.";
  const own = 'We should drop the old queue first.';
  for (const pasted of [
    `Summarize this:\n\nThe team met on Monday.\n${rule}`,
    `\`\`\`\n${rule}\n\`\`\``,
    `<document>\n${rule}\n</document>`,
    `The issue says:\n\n${rule}\n\nWe only support Linux here.`,
    `Hi team,\n\n${rule}\n\nBest regards`,
    `> ${rule}`,
  ]) {
    assert.deepEqual(choicesIn(pasted, 'person'), [], pasted);
    assert.deepEqual(choicesIn(`${own}\n\n${pasted}`, 'person'), [own], pasted);
  }
  assert.deepEqual(choicesIn(`- ${rule}\n- ${own}`, 'person').length, 2);
});

test('a choice is a sentence of the text, however the text is put together', () => {
  const sentences = [UNSETTLED, SETTLED].flatMap((set) => Object.keys(set).flatMap((why) => linesOf(set, why)));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...sentences), { maxLength: 12 }), (some) => {
      const found = choicesIn(some.join('\n'), 'person');
      const parts = some.join(' ');
      assert.ok(found.length <= 6);
      for (const choice of found) assert.ok(parts.includes(choice), choice);
    }),
  );
});
