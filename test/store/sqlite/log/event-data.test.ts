import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/json.ts';
import * as LIMITS from '../../../../src/core/limits.ts';
import type { EventBody } from '../../../../src/core/model/event.ts';
import { fromEventData, toEventData } from '../../../../src/store/sqlite/log/event-data.ts';

const long = fc.string({ minLength: LIMITS.bodyBytes, maxLength: LIMITS.bodyBytes + 9 });
/** Values as they come out of JSON, keys such as `__proto__` among them, with long strings here and there. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.string(), long, fc.integer(), fc.boolean(), tie('list'), tie('fields')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  fields: fc
    .array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')), { maxLength: 4 })
    .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as JsonObject),
}));

test('an event comes back as it was, and no long string stands in its row', () => {
  fc.assert(
    fc.property(value, (input) => {
      const body = { kind: 'tool.end', tool: 'Bash', input: { input }, output: '', success: true } as EventBody;
      const before = JSON.stringify(body);
      const stored = toEventData(body);
      assert.equal(JSON.stringify(body), before, 'what is stored is not touched');
      assert.deepEqual(fromEventData('tool.end', stored), body);
      assert.ok(stored.elsewhere.every(({ text }) => Buffer.byteLength(text) >= LIMITS.bodyBytes));
      const kept = JSON.parse(stored.data, (_, one: unknown) => {
        assert.ok(typeof one !== 'string' || Buffer.byteLength(one) < LIMITS.bodyBytes);
        return one;
      }) as unknown;
      assert.equal(typeof kept, 'object');
    }),
    { numRuns: 100 },
  );
});
