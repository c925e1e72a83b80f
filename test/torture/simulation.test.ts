// Random operations are done to the memory and to a model of a few lines: both must hold the same. A seed that fails is run
// again by `CAIRN_SIMULATION_SEED=N npm run torture -- --only simulation`.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { countMarks } from '../../bench/support/generated/marker-words.ts';
import { createRandom } from '../../bench/support/generated/varied-text.ts';
import { homePaths } from '../../src/config/paths.ts';
import { tried } from '../support/attack.ts';
import { sized } from '../support/suite-size.ts';
import { OPERATIONS, type Operation, openWorld, type World } from './simulation/operations.ts';

const { seeds, steps } = sized({
  small: { seeds: 5, steps: 60 },
  default: { seeds: 20, steps: 100 },
  full: { seeds: 200, steps: 200 },
});
/** Operations between two looks at all that the memory holds. */
const LOOK_EVERY = 20;
/** Seeds of one row. */
const TOGETHER = 50;

const asked = process.env.CAIRN_SIMULATION_SEED;
const SEEDS = asked === undefined ? Array.from({ length: seeds }, (_, n) => n + 1) : [Number(asked)];
const TOTAL = OPERATIONS.reduce((sum, [weight]) => sum + weight, 0);

function drawn(random: () => number): Operation {
  let left = random() * TOTAL;
  for (const [weight, operation] of OPERATIONS) {
    left -= weight;
    if (left < 0) return operation;
  }
  throw new Error('nothing was drawn');
}

for (let first = 0; first < SEEDS.length; first += TOGETHER) {
  const some = SEEDS.slice(first, first + TOGETHER);
  const name = some.length === 1 ? `seed ${some[0]}` : `seeds ${some[0]} to ${some.at(-1)}`;
  test(`random operations leave what a plain model holds: ${name}, ${steps} operations each`, async (context) => {
    for (const seed of some) await live(context, seed);
    tried(context, some.length * steps);
  });
}

/** Does the operations of a seed, and holds what comes of them against the model. */
async function live(context: TestContext, seed: number): Promise<void> {
  const random = createRandom(seed);
  const world = openWorld(context, seed, random);
  const done: string[] = [];
  try {
    for (let step = 1; step <= steps; step += 1) {
      done.push(await drawn(random)(world));
      if (step % LOOK_EVERY === 0) await compare(world);
    }
    await compare(world);
    assert.deepEqual(await world.opened.store.check(), []);
  } catch (error) {
    const again = `CAIRN_SIMULATION_SEED=${seed} npm run torture -- --only simulation`;
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${said}\n${again}\nafter: ${done.slice(-12).join('; ')}`, { cause: error });
  }
  await world.opened.memory.close();
  rmSync(world.at.root, { recursive: true });
}

/** Holds what the memory holds against the model. */
async function compare({ model, opened, at, random }: World): Promise<void> {
  await opened.memory.settled();
  const { db } = homePaths(at.home);
  const live = model.marks('live');
  assert.deepEqual(await countMarks(db, live), { kept: live.length, lost: 0, doubled: 0 });
  const none = model.marks('forgotten', 'absent');
  assert.deepEqual(await countMarks(db, none), { kept: 0, lost: none.length, doubled: 0 });
  const shown = live.filter((mark) => model.of(mark).isRetired !== true);
  for (const marks of [shown, none]) {
    const mark = marks[Math.floor(random() * marks.length)];
    if (mark === undefined) continue;
    const { hits } = await opened.memory.search({ query: mark, limit: 20 });
    const isFound = hits.some(({ title, snippet }) => `${title} ${snippet}`.includes(mark));
    assert.equal(isFound, marks === shown, `${mark} is ${isFound ? '' : 'not '}found`);
  }
}
