import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createJsonlParser } from '../../../../src/agents/shared/transcripts/jsonl-parser.ts';
import type { RawEvent } from '../../../../src/core/model/event.ts';
import { takeIgnored } from '../../../../src/platform/ignored.ts';

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
    ['unknown', 2],
    ['unreadable', 1],
  ]);
  assert.deepEqual(takeIgnored(), { 'line of a transcript could not be read': 1 });
});

test('objects that were written without a line end between are read each, up to one that is cut', () => {
  const parser = createJsonlParser({
    read: (line) => ({ events: [{ agent: 'a', agentSession: JSON.stringify(line) } as RawEvent] }),
    position: (offset) => ({ resumeAt: offset, state: {} }),
  });
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(fc.array(object, { minLength: 2, maxLength: 4 }), fc.nat(), (objects, cut) => {
      const text = objects.map((one) => JSON.stringify(one)).join('');
      const told = parser.line(text, 0).map(({ agentSession }) => agentSession);
      assert.deepEqual(
        told,
        objects.map((one) => JSON.stringify(one)),
      );
      assert.equal(parser.line(text.slice(0, -1 - (cut % 2)), 0).length, objects.length - 1);
    }),
  );
});
