import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CLEAR, shortWish } from '../../../src/derive/session/wish-title.ts';

const CLEAR_WISHES: readonly (readonly [string, string, string])[] = [
  ['a plea', 'can you please add a retry to the upload queue?', 'Add a retry to the upload queue'],
  [
    'what was told before',
    'I just looked at the logs of last night. Can you rename `drainQueue` to `emptyQueue`?',
    'Rename `drainQueue` to `emptyQueue`',
  ],
  [
    'a plan that is handed over',
    'Implement the following plan:\n\n# Plan: Move the cache to Redis\n\n## Steps\n1. Add the client',
    'Move the cache to Redis',
  ],
  [
    'what an editor puts in front',
    '<ide_opened_file>The user opened /home/dev/a.ts.</ide_opened_file>\nwrite a changelog for the upload queue',
    'Write a changelog for the upload queue',
  ],
  [
    'an output before it',
    '❯ make deploy\nerror: no such target\n\nplease add a deploy target to the Makefile',
    'Add a deploy target to the Makefile',
  ],
  ['a slash command', '/review https://github.com/acme/shop/pull/7', 'review: acme/shop#7'],
  [
    'a clause that only explains',
    'Add a limit to the size of uploads in the worker, since the queue filled up twice last week and nobody in the whole team noticed anything',
    'Add a limit to the size of uploads in the worker',
  ],
];

describe('a request in short leaves out', () => {
  for (const [name, prompt, title] of CLEAR_WISHES) {
    test(name, () => {
      const wish = shortWish(prompt);
      assert.equal(wish?.text, title);
      assert.ok((wish?.weight ?? 0) >= CLEAR, `${wish?.weight}`);
    });
  }
});

test('a request that leans on what was said before is not clear', () => {
  for (const prompt of ['can you do this here as well?', 'add a test for it', 'option 2 please', 'its perfect', '1']) {
    assert.ok((shortWish(prompt)?.weight ?? 0) < CLEAR, prompt);
  }
});

test('a prompt of nothing but tags has no title', () => {
  assert.equal(shortWish('<note>Look at a.ts and b.ts again</note>'), undefined);
});
