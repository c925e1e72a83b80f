import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Call } from '../../src/api/calls/call.ts';
import { CALLS, type CallName } from '../../src/api/calls.ts';
import { checkObject, toInputObject } from '../../src/api/check-input.ts';
import { CairnError } from '../../src/core/errors.ts';
import { asObject } from '../../src/core/json.ts';
import { fieldSchema, objectSchema } from '../../src/http/field-schema.ts';
import { arbitraryOf, brokenOf, faultsOf } from '../support/api-schema.ts';

const NAMES = Object.keys(CALLS) as CallName[];
const TEXTS = ['', 'x', 'o_aaaaaaaaaaaaaaaa', '7d'];

function refusal(call: CallName, input: unknown): CairnError | undefined {
  try {
    checkObject(call, input);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CairnError && error.code === 'invalid_input', `${error}`);
    assert.ok(error.message.startsWith(call) && error.message.length < 700 && error.fix !== undefined, error.message);
    return error;
  }
}

suite('the check and the JSON Schema of a call agree:', () => {
  // What a list of objects holds is judged one by one, and what is listed alone is no matter of a schema.
  for (const call of NAMES.filter((name) => name !== 'record' && name !== 'list')) {
    test(call, () => {
      const schema = objectSchema(CALLS[call].input);
      const input = fc.oneof(arbitraryOf(schema, TEXTS), brokenOf(schema, TEXTS));
      const property = fc.property(input, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const faults = faultsOf({}, schema, plain);
        assert.equal(refusal(call, plain) === undefined, faults.length === 0, JSON.stringify([plain, faults]));
      });
      fc.assert(property, { numRuns: 200 });
    });
  }
});

test('an error names what, which field, what it takes and what it got', () => {
  const cases: [CallName, unknown, string][] = [
    ['search', 7, 'search: its input takes an object; it got 7.'],
    ['search', {}, 'search: query takes a text; it got nothing.'],
    ['search', { query: 'x', limit: 500 }, 'search: limit takes a whole number from 1 to 100; it got 500.'],
    [
      'search',
      { query: 'x', since: true },
      'search: since takes a time (ISO 8601 or milliseconds since 1970); it got true.',
    ],
    ['get', { ids: 'o' }, 'get: ids takes a list of 0 to 50 texts; it got "o".'],
    [
      'update',
      { id: 'o', changes: { status: 'stated' } },
      'update: changes: status takes one of confirmed, withdrawn, superseded, reopened; it got "stated".',
    ],
    ['forget', { ids: [] }, 'forget: ids takes a list of 1 to 50 texts; it got [].'],
    ['search', { query: 'x', sesion: 's' }, 'search has no field "sesion".'],
    ['record', { events: [], messages: [] }, 'record takes a list of events, or { sessionId, messages }.'],
    ['list', { kinds: ['session', 'prompt'] }, 'list: the kind session is listed alone; it got session, prompt.'],
  ];
  for (const [call, input, message] of cases) assert.equal(refusal(call, input)?.message, message);
});

test('a bare text or list stands for the main field, but not on the wire', () => {
  assert.deepEqual(toInputObject(CALLS.search, 'x'), { query: 'x' });
  assert.deepEqual(toInputObject(CALLS.remember, 'x'), { text: 'x' });
  assert.deepEqual(toInputObject(CALLS.get, 'o'), { ids: ['o'] });
  assert.deepEqual(toInputObject(CALLS.get, ['o', 'p']), { ids: ['o', 'p'] });
  assert.deepEqual(toInputObject(CALLS.record, []), { events: [] });
  assert.deepEqual(toInputObject(CALLS.list, 'x'), 'x');
  for (const input of ['x', ['x']]) assert.ok(refusal('search', input) !== undefined);
});

test('what is nested too deep is refused, however deep', () => {
  for (const depth of [65, 100_000]) {
    let deep: object = {};
    for (let i = 0; i < depth; i += 1) deep = { deep };
    assert.match(
      refusal('remember', { text: 'x', metadata: deep })?.message ?? '',
      /at most 64 levels; it got more levels/,
    );
  }
});

test('every field has help that stands alone', () => {
  for (const call of NAMES) {
    for (const [name, field] of Object.entries((CALLS[call] as Call).input)) {
      assert.match(field.help, /^[A-Z].*[.)]$/, `${call} ${name}`);
      assert.equal(asObject(fieldSchema(field)).description, field.help);
    }
  }
});
