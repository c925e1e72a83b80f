import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_KINDS } from '../../../../src/core/model/event.ts';
import { AUTHORS, ITEM_KINDS, KNOWLEDGE_KINDS, OBSERVATION_KINDS } from '../../../../src/core/model/kinds.ts';
import {
  AUTHOR_CODES,
  EVENT_CODES,
  ITEM_CODES,
  RELATION_CODES,
  SORT_CODES,
  SOURCE_CODES,
  sourceBit,
  sourcesOf,
} from '../../../../src/store/sqlite/engine/codes.ts';

test('every word of the house has a code', () => {
  assert.deepEqual(new Set(EVENT_CODES.words), new Set(EVENT_KINDS));
  assert.deepEqual(new Set(ITEM_CODES.words), new Set(ITEM_KINDS));
  assert.deepEqual(new Set(SORT_CODES.words), new Set([...OBSERVATION_KINDS, ...KNOWLEDGE_KINDS]));
  assert.deepEqual(new Set(AUTHOR_CODES.words), new Set(AUTHORS));
  for (const source of SOURCE_CODES.words) assert.deepEqual(sourcesOf(sourceBit(source)), [source]);
});

test('codes that are in files never change', () => {
  const places = { message: 3, 'tool.end': 5, noted: 14 };
  for (const [kind, code] of Object.entries(places)) assert.equal(EVENT_CODES.words[code], kind);
  assert.deepEqual(ITEM_CODES.words.slice(0, 4), ['observation', 'knowledge', 'prompt', 'message']);
  assert.deepEqual(SORT_CODES.words.slice(6, 9), ['note', 'constraint', 'decision']);
  assert.deepEqual(AUTHOR_CODES.words.slice(0, 2), ['person', 'agent']);
  assert.deepEqual(SOURCE_CODES.words.slice(0, 2), ['hook', 'transcript']);
  assert.deepEqual(RELATION_CODES.words.slice(0, 1), ['repeats']);
});

test('a word without a code is a fault', () => {
  assert.throws(() => AUTHOR_CODES.toCode('nobody' as 'person'), { code: 'internal' });
  assert.throws(() => AUTHOR_CODES.toWord(99), { code: 'internal' });
});
