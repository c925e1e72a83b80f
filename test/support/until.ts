import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Far more than anything takes on a machine that is busy: what is later than this will not come. */
const LONGEST_MS = 120_000;
const LOOK_EVERY_MS = 5;

/** Waits until something holds; fails when it does not come about. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; !(await holds()); await pause(LOOK_EVERY_MS)) {
    assert.ok(Date.now() < end, `it did not come about: ${holds}`);
  }
}
