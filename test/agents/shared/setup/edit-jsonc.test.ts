import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { insertJsonc, readJsonc, removeJsonc } from '../../../../src/agents/shared/setup/edit-jsonc.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import { jsoncText } from '../../jsonc-arbitrary.ts';

const VALUE = { run: 'it', with: ['a', 'b'] };
const object = fc.dictionary(
  fc.string({ maxLength: 6 }).filter((key) => key !== 'ours'),
  fc.jsonValue({ maxDepth: 2 }),
);

suite('a value put into JSON with comments', () => {
  test('leaves every other byte where it was', () => {
    const text = '{\n  // the theme\n  "theme": "dark", // really\n  "list": [1, 2]\n}\n';
    const inserted = insertJsonc(text, { path: ['servers', 'ours'] }, 1);
    assert.equal(
      inserted,
      '{\n  // the theme\n  "theme": "dark", // really\n  "list": [1, 2],\n  "servers": {\n    "ours": 1\n  }\n}\n',
    );
  });

  test('follows the indentation, line ends, byte order mark and trailing commas of the text', () => {
    assert.equal(
      insertJsonc('\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1, // one\r\n\t},\r\n}', { path: ['a', 'ours'] }, [1]),
      '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1, // one\r\n\t\t"ours": [\r\n\t\t\t1\r\n\t\t],\r\n\t},\r\n}',
    );
  });

  test('stays on the line of a container of one line', () => {
    assert.equal(insertJsonc('{"a":1}', { path: ['b'] }, { c: 2 }), '{"a":1, "b": {"c":2}}');
  });

  test('makes a text where there is none', () => {
    assert.equal(
      insertJsonc(undefined, { path: ['a', 'b'], append: true }, 1),
      '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n',
    );
  });

  test('replaces the value that stands at its path', () => {
    assert.equal(insertJsonc('{ "a": { "b": 1 }, "c": 2 }', { path: ['a'] }, 3), '{ "a": 3, "c": 2 }');
  });

  test('is refused where something else stands in the way', () => {
    assert.throws(() => insertJsonc('{"a":1}', { path: ['a', 'b'] }, 1), { code: 'damaged' });
    assert.throws(() => insertJsonc('{"a":{}}', { path: ['a'], append: true }, 1), { code: 'damaged' });
    assert.throws(() => insertJsonc('{"a":', { path: ['a'] }, 1), { code: 'damaged' });
    assert.throws(() => insertJsonc('[]', { path: ['a'] }, 1), { code: 'damaged' });
  });

  test('of very many levels is refused, and read up to the limit', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}"[{"${']'.repeat(levels)}}`;
    assert.throws(() => insertJsonc(nested(5_000), { path: ['b'] }, 1), { code: 'damaged', message: /500 levels/ });
    assert.equal(readJsonc(insertJsonc(nested(499), { path: ['b'] }, 1), ['b']), 1);
  });
});

suite('a value taken out again', () => {
  test('takes the containers with it that were made for it', () => {
    assert.equal(removeJsonc(insertJsonc(undefined, { path: ['a', 'b'] }, 1), ['a', 'b']), undefined);
    assert.equal(removeJsonc('{"x":1, "a":{"b":[1]}}', ['a', 'b', 0]), '{"x":1}');
  });

  test('leaves a container that holds more, a comment for one', () => {
    assert.equal(removeJsonc('{"a":{"b":1,"c":2}}', ['a', 'b']), '{"a":{"c":2}}');
    assert.equal(removeJsonc('{"a":{/* keep */ "b":1}}', ['a', 'b']), '{"a":{/* keep */}}');
    assert.equal(removeJsonc('{\n  "b": 1, // one\n  "a": 2, "c": 3 }', ['a']), '{\n  "b": 1, // one\n   "c": 3 }');
  });

  test('is nothing where the value is not', () => {
    assert.equal(removeJsonc('{"a":1}', ['b', 'c']), '{"a":1}');
  });

  test('leaves any text as it was before the value went in', () => {
    const paths = fc.constantFrom(['ours'], ['a', 'ours'], ['a', 'b', 'ours']);
    fc.assert(
      fc.property(
        jsoncText(fc.record({ a: fc.option(fc.record({ b: object }), { nil: {} }), rest: object })),
        paths,
        (text, path) => {
          const inserted = insertJsonc(text, { path }, VALUE);
          assert.deepEqual(readJsonc(inserted, path), VALUE);
          assert.equal(removeJsonc(inserted, path), text);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('leaves any list as it was before elements went in', () => {
    const lists = fc.oneof(
      fc.constant({}),
      fc.record({ list: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(jsoncText(lists), fc.integer({ min: 1, max: 4 }), (text, count) => {
        const before = (readJsonc(text, ['list']) as JsonValue[] | undefined)?.length ?? 0;
        let edited: string | undefined = text;
        for (let i = 0; i < count; i += 1) edited = insertJsonc(edited, { path: ['list'], append: true }, VALUE);
        for (let i = count - 1; i >= 0; i -= 1) edited = removeJsonc(edited ?? '', ['list', before + i]);
        assert.equal(edited, text);
      }),
      { numRuns: 300 },
    );
  });
});
