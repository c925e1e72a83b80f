import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import { tried } from '../support/attack.ts';
import { runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { until } from '../support/until.ts';

const KILLS = sized({ small: 12, default: 50, full: 200 });
const WRITERS = 4;
const MOST_BETWEEN_KILLS = 60;

/** Records numbered prompts one after another and keeps the numbers that were acknowledged; ends with the worker. */
async function writeUntilKilled(
  memory: Memory,
  { writer, from }: { writer: string; from: number },
  acknowledged: Set<string>,
): Promise<number> {
  for (let i = from; ; i += 1) {
    const number = `${writer}-${i}`;
    try {
      await memory.record([{ kind: 'prompt', sessionId: writer, number, text: `Step ${i} of writer ${writer}.` }]);
      acknowledged.add(number);
    } catch {
      return i;
    }
  }
}

test('killed with SIGKILL again and again at random moments under load, no acknowledged event is lost or doubled', async (context) => {
  const worker = await runWorker(context);
  const acknowledged = new Set<string>();
  const next = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill > 0) await worker.restart();
    const writing = Array.from({ length: WRITERS }, async (_, i) => {
      const writer = `w${i}`;
      next.set(writer, await writeUntilKilled(worker.memory(), { writer, from: next.get(writer) ?? 0 }, acknowledged));
    });
    const enough = acknowledged.size + 1 + Math.floor(Math.random() * MOST_BETWEEN_KILLS);
    await until(() => acknowledged.size >= enough);
    await worker.end('SIGKILL');
    await Promise.all(writing);
  }
  await worker.restart();
  const memory = worker.memory();
  await memory.settled();
  const again = [...acknowledged].map((number) => {
    const [writer = '', i] = number.split('-');
    return { kind: 'prompt', sessionId: writer, number, text: `Step ${i} of writer ${writer}.` };
  });
  assert.ok(again.length > KILLS, `only ${again.length} were acknowledged`);
  const before = (await memory.status()).counts;
  assert.deepEqual(await memory.record(again), { accepted: 0, duplicates: again.length, skipped: [] });
  const after = (await memory.status()).counts;
  assert.equal(after.events, before.events);
  assert.ok(before.events <= again.length + KILLS * WRITERS);
  assert.equal(after.byKind.prompt, after.events);
  tried(context, KILLS);
});
