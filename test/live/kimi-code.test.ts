import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareAgent, workThrough } from './harness/agent.ts';
import { KIMI_CODE } from './harness/agents/kimi-code.ts';
import { NO_WORKER } from './harness/cairn.ts';
import {
  assertHolds,
  assertImportAddsNothing,
  assertNothingInjectedIsStored,
  journalFiles,
  setUp,
  stateConstraint,
  timesStored,
} from './harness/checks.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { NEXT_PROMPT, OWN_SESSION, relayStory } from './harness/relay-story.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION } from './harness/story.ts';

const printIn = await prepareAgent(KIMI_CODE);

test('without a worker, Kimi Code is told by the hook itself', { timeout: 240_000 }, async (context) => {
  const machine = await openMachine(relayStory(KIMI_CODE), [KIMI_CODE]);
  context.after(() => machine[Symbol.asyncDispose]());
  const print = printIn(machine.namespace);
  await machine.explained(async () => {
    await setUp(machine, 'kimi-code');
    await stateConstraint(machine);
    await machine.cairn.run(['worker', 'stop']);
    await workThrough(print, OWN_SESSION, NO_WORKER);
    assert.deepEqual(await machine.namespace.processes(), []);
    assert.notEqual(await journalFiles(machine), 0);

    const second = await requestOf(machine, () => print(NEXT_PROMPT, { env: NO_WORKER }));
    assertHolds(second, CONSTRAINT);
    assert.deepEqual(await machine.namespace.processes(), []);

    await machine.cairn.settled();
    assert.equal(await journalFiles(machine), 0);
    const third = await requestOf(machine, () => print(NEXT_PROMPT));
    assertHolds(third, CONSTRAINT, DECISION, CHANGED_FILE);
    await machine.cairn.settled();
    await assertImportAddsNothing(machine.cairn);
    for (const { prompt } of OWN_SESSION) assert.equal(await timesStored(machine.cairn, prompt, 'prompt'), 1);
    await assertNothingInjectedIsStored(machine);
  });
});

/** The first request of what is done. */
async function requestOf({ namespace }: Machine, work: () => Promise<unknown>): Promise<RecordedRequest> {
  const from = namespace.requests.length;
  await work();
  const first = namespace.requests[from];
  assert.ok(first, 'no request reached the model');
  return first;
}
