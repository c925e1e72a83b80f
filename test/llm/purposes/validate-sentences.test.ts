import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../../src/core/json.ts';
import { ANSWER } from '../../../src/llm/purposes/answer.ts';
import type { Subject } from '../../../src/llm/purposes/material.ts';
import { OBSERVATIONS } from '../../../src/llm/purposes/observations.ts';
import { SUMMARY } from '../../../src/llm/purposes/summary.ts';
import { unknownName, validateSentences } from '../../../src/llm/purposes/validate-sentences.ts';

const IDS = ['a', 'b', 'c'].map((letter) => `m_${letter.repeat(16)}`);
const SUBJECT: Subject = {
  id: `s_${'d'.repeat(16)}`,
  head: {},
  pieces: IDS.slice(0, 2).map((id) => ({
    id,
    by: 'agent',
    what: 'message',
    text: 'The cart in src/cart.ts rounds twice.',
  })),
};

test('whatever a model says, what is kept names what was sent, and is bounded', () => {
  const sentence = fc.record({
    text: fc.string({ maxLength: 2_000, unit: 'grapheme' }),
    ids: fc.array(fc.constantFrom(...IDS)),
  });
  const list = fc.array(fc.oneof(sentence, fc.jsonValue()), { maxLength: 30 });
  fc.assert(
    fc.property(list, (value) => {
      const given = JSON.parse(JSON.stringify(value)) as JsonValue;
      const kept = validateSentences(given, { subject: SUBJECT, faults: [] }, { where: 'x', max: 6 });
      assert.ok(kept.length <= 6);
      for (const { text, ids } of kept) {
        assert.ok(text !== '' && text.length <= 300 && !text.includes('\n'));
        assert.ok(ids.length > 0 && ids.every((id) => SUBJECT.pieces.some((piece) => piece.id === id)));
      }
    }),
  );
});

test('no answer of any form makes reading fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('sessions', 'sentences', 'observations'), (value, field) => {
      const answer = JSON.parse(JSON.stringify({ [field]: value })) as JsonValue;
      for (const purpose of [SUMMARY, ANSWER, OBSERVATIONS]) purpose.read(answer, [SUBJECT]);
    }),
  );
});

test('names are files, numbers and identifiers, not words', () => {
  const material = 'the cart in src/cart.ts rounds 12 prices twice, says toTotal()'.toLowerCase();
  for (const known of [
    'In src/cart.ts it rounds 12 prices.',
    'Fixed cart.ts and/or toTotal().',
    'E.g. this.',
    '好的。',
    '',
  ]) {
    assert.equal(unknownName(known, material), undefined, known);
  }
  for (const [text, name] of [
    ['See src/other.ts.', 'src/other.ts.'],
    ['It took 34 seconds.', '34'],
    ['toSum was wrong.', 'toSum'],
    ['MAX_TOTAL is set.', 'MAX_TOTAL'],
    ['Ask a@b.example now.', 'a@b.example'],
  ]) {
    assert.equal(unknownName(text ?? '', material), name);
  }
});
