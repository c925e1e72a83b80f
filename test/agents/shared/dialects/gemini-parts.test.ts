import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, textOfParts, textWithMarks } from '../../../../src/agents/shared/dialects/gemini-parts.ts';

test('the text of parts is joined as it was written, without thoughts, images as marks', () => {
  const parts = partsOf([
    { text: 'See ' },
    'this.',
    { text: 'Hm.', thought: true },
    { inlineData: { mimeType: 'image/png' } },
  ]);
  assert.equal(textOfParts(parts), 'See this.');
  assert.equal(textWithMarks(parts), 'See this.\n[image/png]');
  assert.equal(textOfParts(partsOf('one')), 'one');
  assert.equal(textOfParts(partsOf({ text: 'one' })), 'one');
  for (const none of [undefined, null, 7, [null, { text: 7 }]]) assert.equal(textOfParts(partsOf(none)), '');
});
