import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJsonObject } from '../../../src/llm/model/read-json.ts';

test('an object is found in prose, fences, thoughts and behind other objects', () => {
  const object = { sessions: [{ brief: 'a } in "quotes" \\ and {' }] };
  const json = JSON.stringify(object);
  for (const text of [
    json,
    ` \n${json}\n`,
    `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(object, undefined, 2)}\n\`\`\`\nAnything else?`,
    `<think>{"sessions": "no, not yet"}</think>${json}`,
    `The set {a, b} and {"other": {"sessions": 1}} are none. ${json} {"sessions": []}`,
  ]) {
    assert.deepEqual(readJsonObject(text, 'sessions'), object, text);
  }
});

test('what is no object, has no such field or stops half-way is nothing', () => {
  for (const text of [
    '',
    'Sorry.',
    '[]',
    'null',
    '"{}"',
    '{"other": 1}',
    '{"sessions": [{"brief": "half',
    '{'.repeat(100_000),
  ]) {
    assert.equal(readJsonObject(text, 'sessions'), undefined);
  }
});

test('any object in any prose is found', () => {
  const prose = fc.string().map((text) => text.replaceAll(/[{}<]/g, ''));
  fc.assert(
    fc.property(prose, fc.jsonValue(), prose, (before, value, after) => {
      const found = readJsonObject(`${before}${JSON.stringify({ sessions: value })}${after}`, 'sessions');
      assert.deepEqual(found, JSON.parse(JSON.stringify({ sessions: value })));
    }),
  );
});
