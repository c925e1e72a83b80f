import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countWords, cutWords, lineText, truncateLines } from '../../../src/retrieval/text/truncate-words.ts';

test('counts words, and of scripts without spaces characters', () => {
  assert.equal(countWords('  two words '), 2);
  assert.equal(countWords('会议室 a'), 4);
  assert.equal(cutWords('one two three', 2), 'one two…');
  assert.equal(cutWords('one two', 2), 'one two');
});

test('says short lines whole and shares the rest among the long ones', () => {
  const long = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');
  const [short, first, second] = truncateLines(
    [
      { label: 'Task', entries: ['fix it'] },
      { label: 'Done', entries: ['one thing', long] },
      { label: 'Open', entries: [long] },
      { label: 'None', entries: [] },
    ],
    30,
  ).map(lineText);
  assert.equal(short, 'Task: fix it');
  assert.equal(first, 'Done: one thing; 1 more');
  assert.match(second ?? '', /^Open: w0 .*…$/);
});

test('never says more words than asked for, each line having at least its label and a word', () => {
  const line = fc.record({
    label: fc.constantFrom('Task', 'Asked last'),
    entries: fc.array(fc.lorem({ maxCount: 30 })),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 100, max: 300 }), (lines, most) => {
      assert.ok(countWords(truncateLines(lines, most).map(lineText).join('\n')) <= most);
    }),
  );
});
