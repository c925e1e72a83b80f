import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredOptions, pickedOptions } from '../../../../src/agents/shared/transcripts/offered-options.ts';

const MESSAGE = `Earlier:
1. old
2. older

We could go on in three ways:

1. **Add an index** on the date
2. Cache the page
3) Drop the join

Which one?`;

test('the marks of a prompt pick from the last list of the message', () => {
  const options = offeredOptions(MESSAGE);
  const picks: [string, string[]][] = [
    ['2', ['Cache the page']],
    ['do 1 and 3', ['Add an index on the date', 'Drop the join']],
    ["let's go with option 2, please", ['Cache the page']],
    ['1, 2 and 3', ['Add an index on the date', 'Cache the page', 'Drop the join']],
    ['#3 first', ['Drop the join']],
  ];
  for (const [prompt, picked] of picks) assert.deepEqual(pickedOptions(prompt, options), picked, prompt);
});

test('a prompt that says anything else picks nothing, nor does one without a list before it', () => {
  const options = offeredOptions(MESSAGE);
  for (const prompt of ['4', '1 and 7', 'is 2 faster?', 'add 2 tests', '2 of them fail', 'a', 'not 1', 'version 2', ''])
    assert.deepEqual(pickedOptions(prompt, options), [], prompt);
  assert.deepEqual(pickedOptions('1', offeredOptions('1. only one')), []);
  assert.deepEqual([...offeredOptions('a) one\nb) two').values()], ['one', 'two']);
});
