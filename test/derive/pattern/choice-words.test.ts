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

test('an agent decides where it names what it leaves, why, or which way is the right one', () => {
  for (const said of [
    'I’ll remove only the old queue so that nothing polls twice.',
    'The cache is stale after a deploy, so I’m going to build it again rather than patch it.',
    'I’ll change the two readers and leave the writer alone because nothing else reads it.',
    'The proper fix is to read the port from the settings, not to guess it.',
    'This is intentional: a missing file falls back to the defaults.',
    'I’m keeping the branch that holds the old notes.',
    'Yes: keep the shared list as the default and let each host add to it.',
  ]) {
    assert.deepEqual(choicesIn(said, 'agent'), [said], said);
  }
});

test('what an agent does next, looks at or praises decides nothing', () => {
  for (const said of [
    'I’ll keep monitoring until the build ends.',
    'I’ll keep the wait short so that nothing is lost.',
    'Let me rewrite the loop:',
    'I’ll add spans to the two handlers.',
    'Now I’ll update the changelog.',
    'I’ll use the review skill here because this is a pull request.',
    'I’m switching to the list of commits now.',
    'I’ll report what I find without the logs.',
    'You’re absolutely right - that’s a much better approach.',
    'I’ll read the settings and verify that they are current rather than stale.',
  ]) {
    assert.deepEqual(choicesIn(said, 'agent'), [], said);
  }
});

test('a task, a wish to be clear and half a quotation are no decisions of a person', () => {
  for (const said of [
    'we need to be clear about the names here.',
    'I’d like to change this so that it is faster.',
    'we should spawn two workers for the import after this',
    'Use the other door to see all of the rooms"',
  ]) {
    assert.deepEqual(choicesIn(said, 'person'), [], said);
  }
});
