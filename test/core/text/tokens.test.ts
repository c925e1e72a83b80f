import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from '../../../src/core/text/tokens.ts';

test('four ASCII characters are a token, and each other code point is one', () => {
  const wanted: readonly (readonly [string, number])[] = [
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['é', 1],
    ['日本語', 3],
    ['😀', 1],
    ['a😀😀', 3],
    ['\ud83d', 1],
    ['\ude00', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00', 2],
    ['\ud83d\ude00\ude00', 2],
    ['\ue000\ud7ff', 2],
  ];
  for (const [text, tokens] of wanted) assert.equal(countTokens(text), tokens, JSON.stringify(text));
});
