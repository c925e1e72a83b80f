import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between } from '../../../../src/agents/shared/transcripts/between.ts';

const TAG = { open: '<a>', close: '</a>' };

test('gives what stands between the first opening mark and the next closing one, or the last', () => {
  assert.equal(between('x<a>one</a><a>two</a>', TAG), 'one');
  assert.equal(between('x<a>one</a><a>two</a>', { ...TAG, toLast: true }), 'one</a><a>two');
  for (const text of ['', '<a>one', 'one</a>', '</a><a>']) {
    assert.equal(between(text, TAG), undefined);
    assert.equal(between(text, { ...TAG, toLast: true }), undefined);
  }
});

test('goes through a text of many opening marks once', () => {
  assert.equal(between('<a>'.repeat(1_000_000), TAG), undefined);
});
