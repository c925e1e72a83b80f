import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_HOME, EVERY_VERSION } from '../../../src/core/model/shared-memory.ts';
import type { OwnRecord, SharedRow } from '../../../src/store/contract/sync.ts';
import { eventIdOf, makeEvent, makeItem, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const RULE = makeItem({ name: 'rule', kind: 'knowledge', event: eventIdOf('1') });
const OTHER = makeItem({ name: 'other', kind: 'knowledge' });
const HOME = 'h_aaaaaaaaaaaaaaaa';

const row = (parts: Partial<SharedRow> = {}): SharedRow => ({
  item: RULE.id,
  project: 'git.example/acme/shop',
  kind: 'knowledge',
  version: START,
  hash: '00ff00ff00ff00ff',
  state: 'waiting',
  ...parts,
});
const record = (id: string, parts: Partial<OwnRecord> = {}): OwnRecord => ({
  id,
  kind: 'tombstone',
  at: START,
  data: { id },
  ...parts,
});

/** The suite of what sync remembers. */
export function syncContract(open: OpenStore): void {
  test('keeps the latest version of what is shared, and that it was handed on unless it changed meanwhile', async (t) => {
    const { sync } = await open(t);
    await sync.putShared([row(), row({ item: OTHER.id })]);
    assert.deepEqual(await sync.shared([RULE.id]), [row()]);
    await sync.putShared([row({ item: OTHER.id, version: START + 1 })]);
    await sync.markSent([row(), row({ item: OTHER.id })]);
    assert.deepEqual(
      (await sync.inState('sent', { limit: 9 })).map(({ item }) => item),
      [RULE.id],
    );
    assert.deepEqual(await sync.inState('waiting', { limit: 9 }), [row({ item: OTHER.id, version: START + 1 })]);
    const [first] = await sync.inState('waiting', { limit: 1 });
    assert.ok(first !== undefined);
    assert.deepEqual(await sync.inState('waiting', { after: first.item, limit: 9 }), []);
    const counts = (await sync.counts()).map(({ state, count }) => [state, count]);
    assert.deepEqual(counts.sort(), [
      ['sent', 1],
      ['waiting', 1],
    ]);
  });

  test('keeps what others have when the home takes part no more, or by another remote, and hands it on there', async (t) => {
    const { sync } = await open(t);
    const third = makeItem({ name: 'third', kind: 'knowledge' });
    await sync.putShared([row({ state: 'sent' }), row({ item: OTHER.id }), row({ item: third.id, state: 'gone' })]);
    await sync.leave();
    const left = await sync.inState('left', { limit: 9 });
    // What waited is with nobody in the words that it had.
    const hashes = new Map(left.map(({ item, hash }) => [item, hash]));
    assert.deepEqual(
      hashes,
      new Map([
        [RULE.id, row().hash],
        [OTHER.id, ''],
      ]),
    );
    assert.equal((await sync.inState('gone', { limit: 9 })).length, 1);
    await sync.beginElsewhere();
    assert.deepEqual(await sync.shared([RULE.id]), [row({ state: 'left', elsewhere: true })]);
    await sync.putShared([row({ elsewhere: true })]);
    await sync.markSent([row()]);
    assert.deepEqual(await sync.inState('sent', { limit: 9 }), [row({ state: 'sent', elsewhere: true })]);
    assert.deepEqual((await sync.vanished({ limit: 9 })).map(({ item }) => item).sort(), [RULE.id, OTHER.id].sort());
    await sync.sendAgain();
    assert.deepEqual(await sync.inState('waiting', { limit: 9 }), [row({ elsewhere: true })]);
    assert.deepEqual((await sync.counts()).map(({ state }) => state).sort(), ['gone', 'left', 'waiting']);
  });

  test('finds items that events touched, and rows whose item is gone', async (t) => {
    const { sync, log, items } = await open(t);
    const project = projectOf('p');
    await log.append({
      events: [makeEvent({ project }), makeEvent({ number: '2', project, targets: [OTHER.id] })],
      projects: [{ id: project, identity: 'git.example/acme/shop', name: 'shop' }],
    });
    const summary = makeItem({ name: 'sum', kind: 'summary', session: makeEvent().session });
    await items.apply({ derived: [], put: [RULE, summary] });
    assert.deepEqual((await sync.changedItems(0, 9)).sort(), [RULE.id, OTHER.id, summary.id].sort());
    assert.deepEqual((await sync.changedItems(1, 9)).sort(), [OTHER.id, summary.id].sort());
    await sync.putShared([row(), row({ item: OTHER.id }), row({ item: makeItem({ name: 'x' }).id, state: 'gone' })]);
    assert.deepEqual(
      (await sync.vanished({ limit: 9 })).map(({ item }) => item),
      [OTHER.id],
    );
  });

  test('keeps tombstones with who carried them out, and of other records nothing once they were handed on', async (t) => {
    const { sync } = await open(t);
    await sync.addRecords([record('d_one'), record('a_one', { kind: 'ack' }), record('d_one', { at: 1 })]);
    assert.deepEqual(
      (await sync.waitingRecords(9)).map(({ id }) => id),
      ['d_one', 'a_one'],
    );
    await sync.recordsSent(['d_one', 'a_one']);
    assert.deepEqual(await sync.waitingRecords(9), []);
    await sync.addReached(['d_one', 'd_unknown'], HOME);
    await sync.addReached(['d_one'], HOME);
    const found = { ...record('d_one'), heard: false, reached: [HOME] };
    assert.deepEqual(await sync.tombstones({ limit: 9 }), [found]);
    await sync.heardAll();
    assert.deepEqual(await sync.tombstones({ limit: 9, ids: ['d_one'] }), [{ ...found, heard: true }]);
    assert.deepEqual(await sync.tombstones({ limit: 9, ids: ['d_other'] }), []);
  });

  test('keeps what is refused and what is private, also when the home takes part no more', async (t) => {
    const { sync } = await open(t);
    await sync.setPrivate([RULE.id], true);
    await sync.addErased(HOME, [{ target: RULE.id, until: 5 }]);
    await sync.addErased(HOME, [{ target: RULE.id, until: 3 }]);
    await sync.sawHome({ home: HOME, member: 'Ada', at: 2 });
    await sync.sawHome({ home: HOME, member: 'Ada of old', at: 1 });
    assert.deepEqual(await sync.homes(), [{ home: HOME, member: 'Ada', at: 2 }]);
    await sync.setValue('cursor', 'x');
    await sync.setValue('cursor', 'y');
    assert.equal(await sync.value('cursor'), 'y');
    for (let n = 0; n < 205; n += 1) await sync.addRun({ at: n, data: { n } });
    assert.equal((await sync.runs(999)).length, 200);
    assert.deepEqual(await sync.runs(1), [{ at: 204, data: { n: 204 } }]);
    await sync.leave();
    assert.deepEqual([(await sync.homes()).length, await sync.value('cursor'), await sync.runs(1)], [1, 'y', []]);
    await sync.beginElsewhere();
    assert.deepEqual(await sync.homes(), []);
    assert.deepEqual(await sync.erased(HOME, [RULE.id, OTHER.id]), new Map([[RULE.id, 5]]));
    const allow = (target: string) => sync.allow([{ home: HOME, target }]);
    await sync.addErased(ANY_HOME, [{ target: RULE.id, until: EVERY_VERSION }]);
    assert.deepEqual(await sync.erased('h_other', [RULE.id, OTHER.id]), new Map([[RULE.id, EVERY_VERSION]]));
    assert.deepEqual(await sync.erased(HOME, [RULE.id]), new Map([[RULE.id, EVERY_VERSION]]));
    assert.deepEqual([await allow(OTHER.id), await allow(RULE.id)], [false, true]);
    assert.deepEqual(await sync.erased(HOME, [RULE.id]), new Map([[RULE.id, 5]]));
    assert.deepEqual(await sync.erased('h_other', [RULE.id]), new Map());
    assert.deepEqual(await sync.privateAmong([RULE.id, OTHER.id]), new Set([RULE.id]));
    await sync.setPrivate([RULE.id], false);
    assert.deepEqual(await sync.privateAmong([RULE.id]), new Set());
  });
}
