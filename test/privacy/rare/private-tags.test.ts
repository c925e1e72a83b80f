import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { stripPrivate } from '../../../src/privacy/rare/private-tags.ts';

function strip(...fields: string[]): string[] {
  const state = { depth: 0, removed: 0 };
  return fields.map((field) => stripPrivate(field, state));
}

test('private passages go, in any case, with white space and attributes', () => {
  assert.deepEqual(strip('a <private>x</private> b'), ['a  b']);
  assert.deepEqual(strip('a<PRIVATE>x</Private>b'), ['ab']);
  assert.deepEqual(strip('a< private >x</ private >b'), ['ab']);
  assert.deepEqual(strip('a<private reason="not yours" level=2>x</private>b'), ['ab']);
  assert.deepEqual(strip('a<private please>x</private>b'), ['ab']);
  assert.deepEqual(strip('a<private>x\ny\n</private\n>b'), ['ab']);
});

test('passages nest', () => {
  assert.deepEqual(strip('a<private>x<private>y</private>z</private>b'), ['ab']);
});

test('a passage that is not closed takes the rest of the event, over all fields', () => {
  assert.deepEqual(strip('a <private>x', 'y', 'z'), ['a ', '', '']);
  assert.deepEqual(strip('a <private>x', 'y</private> b', 'c'), ['a ', ' b', 'c']);
  assert.deepEqual(strip('<private><private>x</private>y', 'z'), ['', '']);
});

test('a closing tag without an opening one is dropped', () => {
  assert.deepEqual(strip('a</private>b'), ['ab']);
});

test('tags in escaped text count too', () => {
  assert.deepEqual(strip('{\\"a\\":\\"\\u003cprivate\\u003ex\\u003c/private\\u003eb\\"}'), ['{\\"a\\":\\"b\\"}']);
  assert.deepEqual(strip('a<private>x<\\/private>b'), ['ab']);
  assert.deepEqual(strip('a&lt;private&gt;x&lt;/private&gt;b'), ['ab']);
});

test('other words in angle brackets stay', () => {
  for (const text of [
    'ssh -i <private key> host',
    '<private-key>',
    '<privately>',
    'private',
    '<private/>',
    'a <b> c',
  ]) {
    assert.deepEqual(strip(text), [text]);
  }
});

test('passages that were taken out are counted once each', () => {
  const state = { depth: 0, removed: 0 };
  stripPrivate('<private>a<private>b</private></private> <private>c', state);
  stripPrivate('d', state);
  assert.deepEqual(state, { depth: 1, removed: 2 });
});

test('no private word survives any nesting, and every other word does', () => {
  const open = fc.constantFrom('<private>', '<PRIVATE>', '<private a="b">', '\\u003cprivate\\u003e', '< private>');
  const close = fc.constantFrom('</private>', '</ private >', '\\u003c/private\\u003e', '<\\/private>');
  const token = fc.oneof(
    open.map((tag) => ({ tag, step: 1 })),
    close.map((tag) => ({ tag, step: -1 })),
    fc.constant({ tag: '', step: 0 }),
    fc.constant({ tag: '\u0001', step: 0 }),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 20 }), (tokens) => {
      let depth = 0;
      const expected: boolean[] = [];
      const text = tokens
        .map(({ tag, step }, at) => {
          depth = Math.max(0, depth + step);
          expected.push(depth === 0);
          return `${tag}word${at};`;
        })
        .join('');
      const kept = strip(...text.split('\u0001')).join('');
      expected.forEach((isPublic, at) => {
        assert.equal(kept.includes(`word${at};`), isPublic, text);
      });
    }),
    { numRuns: 500 },
  );
});
