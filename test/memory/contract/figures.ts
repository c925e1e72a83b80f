import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordSession } from '../../support/worked-sessions.ts';
import type { OpenMemory } from './memory-contract.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const TIME = { since: new Date(AT - 1).toISOString(), until: new Date(AT + 86_400_000).toISOString() };

/** What every implementation of `Memory` must tell in figures, and of statements that contradict each other. */
export function figuresContract(open: OpenMemory): void {
  test('tells in figures what was done, and as a report', async (context) => {
    const memory = await open(context);
    await recordSession(memory, { id: 'one', at: AT });
    await memory.settled();
    const { totals, agents, perSession, report } = await memory.stats(TIME);
    assert.deepEqual([totals.sessions, totals.commands, totals.failures, totals.edits], [1, 3, 2, 1]);
    assert.equal(Object.values(agents)[0], 1);
    assert.deepEqual([perSession.failures.mean, report], [2, undefined]);
    assert.match((await memory.stats({ ...TIME, report: 'week' })).report ?? '', /1 session, 1 prompt/);
    await assert.rejects(memory.stats({ report: 'year' as 'week' }), { code: 'invalid_input' });
  });

  test('tells what was told unasked: nothing, where no hook asked', async (context) => {
    const memory = await open(context);
    await recordSession(memory, { id: 'one', at: AT });
    await memory.settled();
    const { blocks, tokens, used, notes } = await memory.impact({ project: '*' });
    assert.deepEqual([blocks, tokens, used], [0, 0, { n: 0, of: 0, low: 0, high: 1 }]);
    assert.equal(notes[0]?.code, 'nothing_told');
  });

  test('lists statements that contradict each other, the newer beside the older', async (context) => {
    const memory = await open(context);
    const say = async (text: string, at: string) => (await memory.remember({ text, kind: 'decision', at })).id;
    const older = await say('The API port is 3000.', '2026-03-01T09:00:00Z');
    const newer = await say('The API port is 4000.', '2026-04-01T09:00:00Z');
    await memory.settled();
    const { contradictions } = await memory.contradictions({ project: '*' });
    assert.deepEqual(
      contradictions.map((pair) => [pair.older.id, pair.newer.id]),
      [[older, newer]],
    );
    assert.ok(((await memory.get(older)).records[0]?.confidence ?? 1) < 0.5);
  });
}
