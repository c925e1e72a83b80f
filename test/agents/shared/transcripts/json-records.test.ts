import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type JsonRecord, jsonRecords } from '../../../../src/agents/shared/transcripts/json-records.ts';
import { createJsonSnapshot } from '../../../../src/agents/shared/transcripts/json-snapshot.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

function written(context: TestContext, text: string): string {
  const path = join(temporaryFolder(context), 'x.json');
  writeFileSync(path, text);
  return path;
}

function read(path: string, paths: readonly string[]): { records: JsonRecord[]; isWhole: boolean } {
  const records: JsonRecord[] = [];
  const reader = jsonRecords(path, paths);
  for (let next = reader.next(); ; next = reader.next()) {
    if (next.done === true) return { records, isWhole: next.value.isWhole };
    records.push(next.value);
  }
}

suite('the records of a JSON file', () => {
  test('are the values at the paths, in the order of the file, whatever they hold', (context) => {
    const path = join(temporaryFolder(context), 'x.json');
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.boolean(), (messages, other, pretty) => {
        const file = { other, id: 's1', messages };
        writeFileSync(path, JSON.stringify(file, null, pretty ? 2 : 0));
        const { records, isWhole } = read(path, ['$.messages.*', '$.id']);
        const expected = [
          { key: 'id', depth: 1, value: 's1' },
          ...messages.map((value, key) => ({ key, depth: 2, value })),
        ];
        assert.deepEqual([records, isWhole], [JSON.parse(JSON.stringify(expected)) as JsonValue, true]);
      }),
      { numRuns: 100 },
    );
  });

  test('of a file that ends too early, or goes on as no JSON, are those till then', (context) => {
    const text = JSON.stringify({ messages: [{ a: 1 }, { b: 'é'.repeat(50) }, { c: [] }] });
    for (let end = 0; end < text.length; end += 1) {
      const { records, isWhole } = read(written(context, text.slice(0, end)), ['$.messages.*']);
      assert.equal(isWhole, false);
      assert.ok(records.every(({ value, key }) => JSON.stringify(value).includes('abc'[Number(key)] ?? '?')));
    }
    const broken = read(written(context, '{"messages":[{"a":1},{"b":2}],oops}'), ['$.messages.*']);
    assert.deepEqual([broken.records.length, broken.isWhole], [2, false]);
  });
});

suite('a JSON file that is rewritten whole', () => {
  test('is read message by message, each counted once, and anew each time', (context) => {
    const path = written(context, '{"id":"s1","messages":[{"text":"a"},7,{"text":"b"},{"text":"throw"},{}]}');
    const members: JsonValue[] = [];
    const snapshot = createJsonSnapshot({ path, lists: ['$.messages.*'], members: ['id'] }, () => ({
      member: (key, value) => void members.push([key, value]),
      message({ text }, index) {
        if (text === 'throw') throw new RangeError('x');
        if (typeof text !== 'string') return { skip: 'empty' };
        const identity = { number: `${index}` };
        const body = { kind: 'message', text } as const;
        return { events: [{ agent: 'x', agentSession: 's', at: 1, identity, source: 'transcript', body }] };
      },
    }));
    const told = [...snapshot.steps()].map((events) => events.map(({ identity }) => identity));
    assert.deepEqual(told, [[{ number: '0' }], [], [{ number: '2' }], [], []]);
    assert.deepEqual(members, [['id', 's1']]);
    assert.deepEqual(snapshot.counts(), { read: 2, skipped: { malformed: 1, unreadable: 1, empty: 1 } });
    assert.deepEqual(snapshot.state(), {});
  });
});
