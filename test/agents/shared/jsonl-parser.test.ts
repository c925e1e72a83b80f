import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsonlParser } from '../../../src/agents/shared/jsonl-parser.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';

test('a parser of lines counts each once and survives what its reader does not', () => {
  const parser = createJsonlParser({
    read: (line) => {
      if (line.fail === true) throw new TypeError('not so');
      return line.skip === undefined ? { events: [] } : { skip: String(line.skip) };
    },
    position: (offset) => ({ resumeAt: offset, state: {} }),
  });
  const lines = ['{}', '', ' ', '[1]', '{"a":', '{"skip":"a b"}', '{"skip":"__proto__"}', '{"fail":true}'];
  for (const line of lines) assert.deepEqual(parser.line(line, 0), []);
  const { read, skipped } = parser.counts();
  assert.equal(read, 1);
  assert.deepEqual(Object.entries(skipped), [
    ['blank', 2],
    ['malformed', 2],
    ['unknown', 1],
    ['__proto__', 1],
    ['unreadable', 1],
  ]);
  assert.deepEqual(takeIgnored(), { 'line of a transcript could not be read': 1 });
});
