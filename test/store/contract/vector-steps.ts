import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/model/item.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { ask, cosine, embedAll, message, OTHER, put, SMALL, textOf, vectorOf } from './embedding.ts';
import { makeEvent, projectOf } from './make.ts';
import type { OpenStore } from './store-contract.ts';

type Step =
  | { do: 'put'; item: number; text: number; project: number }
  | { do: 'drop'; item: number }
  | { do: 'embed' }
  | { do: 'model'; model: typeof SMALL | undefined }
  | { do: 'reset' };

const items = fc.integer({ min: 0, max: 5 });
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('put' as const),
      item: items,
      text: fc.integer({ min: 0, max: 4 }),
      project: fc.integer({ min: 0, max: 1 }),
    }),
    fc.record({ do: fc.constant('drop' as const), item: items }),
    fc.record({ do: fc.constant('embed' as const) }),
    fc.record({ do: fc.constant('model' as const), model: fc.constantFrom(SMALL, OTHER, undefined) }),
    fc.record({ do: fc.constant('reset' as const) }),
  ),
  { maxLength: 25 },
);

/** The suite of what holds of vectors after any steps. */
export function vectorStepsContract(open: OpenStore): void {
  test('has a vector of the model in use, of its own text, for each item or has it wait, whatever happens', async (t) => {
    await fc.assert(
      fc.asyncProperty(steps, async (all: Step[]) => {
        const store = await open(t);
        // It is never derived: the rebuild goes on.
        await store.log.append({ events: [makeEvent()] });
        await checkSteps(store, all);
      }),
      { numRuns: 60 },
    );
  });
}

async function checkSteps(store: Store, all: readonly Step[]): Promise<void> {
  const held = new Map<number, Item>();
  let model: typeof SMALL | undefined;
  for (const step of all) {
    if (step.do === 'put') {
      const item = message(String(step.item), { text: `text ${step.text}`, project: projectOf(String(step.project)) });
      held.set(step.item, { ...item, title: 'Title of text' });
      await put(store, held.get(step.item) ?? item);
    } else if (step.do === 'drop') {
      await store.items.apply({ derived: [], put: [], drop: [message(String(step.item)).id] });
      held.delete(step.item);
    } else if (step.do === 'embed') {
      if (model !== undefined) await embedAll(store, model);
    } else if (step.do === 'model') {
      model = step.model;
      await store.vectors.useModel(model);
    } else {
      await store.log.reset();
      held.clear();
    }
    if (model !== undefined) await checkVectors(store, held, model);
  }
}

async function checkVectors(store: Store, held: ReadonlyMap<number, Item>, model: typeof SMALL): Promise<void> {
  const { stored, waiting } = await store.vectors.counts();
  assert.equal(stored + waiting, held.size);
  const waits = new Set((await store.vectors.waiting(100)).map(textOf));
  const answer = await ask(store, 'question', { limit: 100, model });
  assert.equal(answer.candidates.length, stored);
  for (const { item, cosine: got } of answer.candidates) {
    const wanted = cosine(vectorOf('question', model), vectorOf(textOf(item), model));
    assert.ok(Math.abs((got ?? 9) - wanted) < 0.01);
  }
  const found = new Set(answer.candidates.map(({ item }) => item.id));
  for (const item of held.values()) assert.equal(found.has(item.id), !waits.has(textOf(item)));
}
