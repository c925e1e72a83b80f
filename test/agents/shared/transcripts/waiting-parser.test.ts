import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenCalls } from '../../../../src/agents/shared/transcripts/open-calls.ts';
import { createWaitingParser } from '../../../../src/agents/shared/transcripts/waiting-parser.ts';
import type { EventContext, RawEvent } from '../../../../src/core/model/event.ts';

const PLACE: EventContext = { agent: 'x', agentSession: 's', at: 1 };
const FAR = 1024 * 1024 + 1;

function parser() {
  const calls = createOpenCalls();
  return createWaitingParser({
    calls,
    read(json, offset) {
      const id = String(json.id);
      if (json.ends === true) return calls.close(id) === undefined ? { skip: 'unasked' } : { events: [] };
      calls.open({ id, tool: 't', input: {}, place: PLACE, origin: id, offset, state: { seen: id } });
      return { events: [] };
    },
    state: () => ({ now: true }),
    toStart: ({ id, tool, input, place }): RawEvent => {
      return { ...place, identity: { number: id }, source: 'transcript', body: { kind: 'tool.start', tool, input } };
    },
  });
}

test('reading goes on at the oldest call that waits for its result, with the state of there', () => {
  const reading = parser();
  reading.line('{"id":"a"}', 10);
  reading.line('{"id":"b"}', 20);
  assert.deepEqual(reading.position(30), { resumeAt: 10, state: { seen: 'a' } });
  reading.line('{"id":"a","ends":true}', 30);
  assert.deepEqual(reading.position(40), { resumeAt: 20, state: { seen: 'b' } });
  reading.line('{"id":"b","ends":true}', 40);
  assert.deepEqual(reading.position(50), { resumeAt: 50, state: { now: true } });
});

test('a call that waited in vain is told to have started, once, and is not waited for', () => {
  const reading = parser();
  reading.line('{"id":"a"}', 0);
  assert.deepEqual(reading.position(FAR), { resumeAt: FAR, state: { now: true } });
  const told = reading.line('{"id":"never","ends":true}', FAR);
  assert.deepEqual(
    told.map(({ identity, body }) => [identity, body.kind]),
    [[{ number: 'a' }, 'tool.start']],
  );
  assert.deepEqual(reading.counts(), { read: 2, skipped: {} });
  assert.deepEqual(reading.line('{"id":"never","ends":true}', FAR + 50), []);
  assert.deepEqual(reading.counts(), { read: 2, skipped: { unasked: 1 } });
});
