import type { TestContext } from 'node:test';
import { suite } from 'node:test';
import type { Store } from '../../../src/store/contract/store.ts';
import { candidatesContract } from './candidates.ts';
import { changesContract } from './changes.ts';
import { contextsContract } from './contexts.ts';
import { distilledContract } from './distilled.ts';
import { eraseContract } from './erase.ts';
import { guardsContract } from './guards.ts';
import { itemListsContract } from './item-lists.ts';
import { itemsContract } from './items.ts';
import { jobsContract } from './jobs.ts';
import { logContract } from './log.ts';
import { logListsContract } from './log-lists.ts';
import { modelsContract } from './models.ts';
import { nearContract } from './near.ts';
import { nearestContract } from './nearest.ts';
import { neighboursContract } from './neighbours.ts';
import { repeatsContract } from './repeats.ts';
import { vectorStepsContract } from './vector-steps.ts';
import { vectorsContract } from './vectors.ts';

/** Opens an empty store for one test and closes it afterwards. */
export type OpenStore = (test: TestContext) => Store | Promise<Store>;

/** Runs all suites of the store's contract over an engine. */
export function storeContract(name: string, open: OpenStore): void {
  suite(`${name}: the log`, () => logContract(open));
  suite(`${name}: what the log lists and counts`, () => logListsContract(open));
  suite(`${name}: erasing`, () => eraseContract(open));
  suite(`${name}: items`, () => itemsContract(open));
  suite(`${name}: lists of items`, () => itemListsContract(open));
  suite(`${name}: repetitions`, () => repeatsContract(open));
  suite(`${name}: near-duplicates`, () => nearContract(open));
  suite(`${name}: neighbours in a session`, () => neighboursContract(open));
  suite(`${name}: changes of files`, () => changesContract(open));
  suite(`${name}: candidates`, () => candidatesContract(open));
  suite(`${name}: vectors`, () => vectorsContract(open));
  suite(`${name}: finding by vector`, () => nearestContract(open));
  suite(`${name}: vectors after any steps`, () => vectorStepsContract(open));
  suite(`${name}: what is made of sessions`, () => distilledContract(open));
  suite(`${name}: contexts of sessions`, () => contextsContract(open));
  suite(`${name}: guards`, () => guardsContract(open));
  suite(`${name}: models`, () => modelsContract(open));
  suite(`${name}: jobs`, () => jobsContract(open));
}
