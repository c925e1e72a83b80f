import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AUTHOR_CODES,
  CATEGORY_CODES,
  type Codes,
  EVENT_CODES,
  ITEM_CODES,
  MEANING_CODES,
  PATTERN_CODES,
  RELATION_CODES,
  SORT_CODES,
  SOURCE_CODES,
  sourceBit,
  sourcesOf,
} from '../../../../src/store/sqlite/engine/codes.ts';

/** All words in the order of their codes, which are in people's files: a row may only grow at its end. */
const WORDS: readonly [Codes<string>, string][] = [
  [
    EVENT_CODES as Codes<string>,
    'session.start session.end prompt message tool.start tool.end subagent.start subagent.end compact.start ' +
      'compact.end turn.end turn.failed notification permission noted revised confirmed withdrawn hidden shown ' +
      'renamed retired restored collected pruned muted unmuted revoked reopened superseded shared merged',
  ],
  [ITEM_CODES as Codes<string>, 'observation knowledge prompt message summary checkpoint topic snippet commit pattern'],
  [
    SORT_CODES as Codes<string>,
    'file-read file-write command research delegation tool-use note constraint decision heuristic rejected',
  ],
  [MEANING_CODES as Codes<string>, 'bugfix feature refactor change discovery decision'],
  [
    CATEGORY_CODES as Codes<string>,
    'security testing debugging architecture refactoring config docs feature-dev general',
  ],
  [PATTERN_CODES as Codes<string>, 'error fix decision preference architecture workflow tripwire'],
  [AUTHOR_CODES as Codes<string>, 'person agent tool repo web member'],
  [SOURCE_CODES as Codes<string>, 'hook transcript sdk mcp cli http import sync'],
  [RELATION_CODES as Codes<string>, 'repeats near supersedes part-of'],
];

test('each word keeps the code that is in files', () => {
  for (const [{ words, toCode, toWord }, list] of WORDS) {
    assert.deepEqual(words, list.split(' '));
    for (const [code, word] of list.split(' ').entries()) assert.deepEqual([toCode(word), toWord(code)], [code, word]);
  }
});

test('a source has a bit of its own', () => {
  for (const source of SOURCE_CODES.words) assert.deepEqual(sourcesOf(sourceBit(source)), [source]);
});

test('a word without a code is a fault', () => {
  assert.throws(() => AUTHOR_CODES.toCode('nobody' as 'person'), { code: 'internal' });
  assert.throws(() => AUTHOR_CODES.toWord(99), { code: 'internal' });
});
