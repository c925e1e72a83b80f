import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLine } from '../../../src/core/text/text.ts';

test('the first line is one that holds a word, where there is one', () => {
  const lines: [string, string][] = [
    ['\n\n---\n\n## How hooks are installed\nBy set-up.', '## How hooks are installed'],
    ['  - one\n- two', '- one'],
    ['```\n会议室\n```', '会议室'],
    ['---\n🦄', '---'],
    [' \n ', ''],
    ['', ''],
  ];
  for (const [text, first] of lines) assert.equal(firstLine(text, 40), first, text);
  assert.ok(firstLine('a long line of words', 8).length <= 8);
});
