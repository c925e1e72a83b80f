import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenGuard } from '../../../src/store/contract/guards.ts';
import { START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const seen = (value: string, parts: Partial<SeenGuard> = {}): SeenGuard => ({
  key: 'tripwires.mode',
  value,
  from: 'file',
  how: 'seen',
  at: START,
  ...parts,
});

/** The suite of what guards were seen with. */
export function guardsContract(open: OpenStore): void {
  test('keeps the last value of each guard, and what was loosened until a person accepts it', async (t) => {
    const { guards } = await open(t);
    assert.equal(await guards.last('tripwires.mode'), undefined);
    const off = seen('"off"', { how: 'loosened', at: START + 2 });
    await guards.add(seen('"block"'));
    await guards.add(off);
    await guards.add(seen('true', { key: 'context.enabled' }));
    assert.deepEqual(await guards.last('tripwires.mode'), off);
    const { how: _, ...loosened } = off;
    assert.deepEqual(await guards.loosened(START, 9), [{ ...loosened, before: '"block"' }]);
    assert.deepEqual(await guards.loosened(START + 3, 9), []);
    assert.equal(await guards.isAccepted(off), false);
    await guards.add({ ...off, how: 'accepted' });
    assert.deepEqual([await guards.loosened(START, 9), await guards.isAccepted(off)], [[], true]);
    assert.equal(await guards.isAccepted({ ...off, from: 'env' }), false);
  });

  test('keeps no more than fifty values of one guard', async (t) => {
    const { guards } = await open(t);
    for (let n = 0; n < 60; n += 1) await guards.add(seen(`${n}`, { how: 'loosened', at: START + n }));
    const kept = await guards.loosened(0, 99);
    assert.equal(kept.length, 50);
    assert.equal(kept[0]?.value, '59');
  });
}
