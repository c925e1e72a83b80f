import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredContext } from '../../../src/store/contract/session-contexts.ts';
import { eventIdOf, makeEvent } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const CONTEXT: StoredContext = {
  stamp: 'test@1',
  until: 7,
  state: { lastAt: 1.5, facts: [{ event: 'e', changed: ['ü/ç.md'] }] },
  words: Int32Array.from([0, -1, 2 ** 31 - 1, -(2 ** 31)]),
};

/** The suite of the contexts of sessions. */
export function contextsContract(open: OpenStore): void {
  test('gives back what was put last, and nothing once it was dropped', async (t) => {
    const { contexts, log } = await open(t);
    const { session } = makeEvent();
    await contexts.put(session, CONTEXT);
    assert.equal(await contexts.get(session), undefined, 'a session that is not there has none');
    await log.append({ events: [makeEvent()] });
    await contexts.put(session, { ...CONTEXT, until: 3 });
    await contexts.put(session, CONTEXT);
    assert.deepEqual(await contexts.get(session), CONTEXT);
    await contexts.drop(session);
    assert.equal(await contexts.get(session), undefined);
  });

  test('keeps those of the sessions that went on last', async (t) => {
    const { contexts, log } = await open(t);
    const events = Array.from({ length: 12 }, (_, i) => makeEvent({ agentSession: `s${i}` }));
    await log.append({ events });
    for (const [i, { session }] of events.entries()) await contexts.put(session, { ...CONTEXT, until: 100 - i });
    const kept = await Promise.all(events.map(async ({ session }) => (await contexts.get(session)) !== undefined));
    assert.deepEqual(
      kept,
      events.map((_, i) => i < 8),
    );
  });

  test('goes with anything of its session that is forgotten, and with a rebuild', async (t) => {
    const { contexts, log } = await open(t);
    const [one, other] = [makeEvent({ number: '1' }), makeEvent({ number: '2', agentSession: 'two' })];
    await log.append({ events: [one, makeEvent({ number: '3' }), other] });
    for (const { session } of [one, other]) await contexts.put(session, CONTEXT);
    await log.erase([eventIdOf('1')], 0);
    assert.deepEqual([contexts.forgotten(one.session), contexts.forgotten(other.session)], [1, 0]);
    assert.equal(await contexts.get(one.session), undefined);
    assert.deepEqual(await contexts.get(other.session), CONTEXT);
    await log.reset();
    assert.equal(await contexts.get(other.session), undefined);
  });
}
