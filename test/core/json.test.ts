import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, endOfObject, parseJson } from '../../src/core/json.ts';

test('canonical JSON has its keys in order, and an end whatever it is given', () => {
  assert.equal(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true }), '{"a":true,"b":[1,{"c":"x","d":null}]}');
  const deep = parseJson(`${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`) ?? null;
  assert.ok(canonicalJson(deep).length < 10_000);
});

test('the end of an object is told whatever stands in its strings', () => {
  const nested = '{"a":{"b":"} \\" {"},"c":"\\\\"}';
  assert.equal(endOfObject(`x${nested}{}`, 1), 1 + nested.length);
  assert.equal(endOfObject('{"a":"}', 0), undefined);
  assert.equal(endOfObject('{"a":{}', 0), undefined);
});
