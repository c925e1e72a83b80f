import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { countMarks } from '../../../bench/support/generated/marker-words.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { toCairnError } from '../../../src/core/errors.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { clientOf } from '../../support/run-worker.ts';
import { until } from '../../support/until.ts';
import { workerHere } from '../../support/worker-here.ts';

/** Marks of which each must be there once, and those that must be nowhere. */
export interface Expected {
  once: readonly string[];
  gone: readonly string[];
}

/**
 * Has a worker open a user's folder and take in what lies there, and holds what it has then against what it must have. Gives
 * what is wrong.
 */
export async function lookAtHome(context: TestContext, userHome: string, expected: Expected): Promise<string[]> {
  const at = { root: userHome, userHome, home: join(userHome, '.cairn'), project: join(userHome, 'shop') };
  const { db, journal } = homePaths(at.home);
  try {
    const { socket, leave } = await workerHere(context, { at });
    await until(() => journalEntries(journal).length === 0);
    await clientOf(at, socket).settled();
    await leave();
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return [`it does not open: ${toCairnError(error).message}`];
  }
  const { lost, doubled } = await countMarks(db, expected.once);
  const { kept } = await countMarks(db, expected.gone);
  const store = openSqliteStore({ path: db });
  const faults = await store.check();
  await store.close();
  const damaged = readdirSync(journal).filter((name) => name.endsWith('.damaged'));
  return [
    ...faults,
    ...(lost > 0 ? [`${lost} of ${expected.once.length} acknowledged events are lost`] : []),
    ...(doubled > 0 ? [`${doubled} acknowledged events are there twice`] : []),
    ...(kept > 0 ? [`${kept} forgotten events are there`] : []),
    ...damaged.map((name) => `${name} was set aside`),
  ];
}

function journalEntries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
}
