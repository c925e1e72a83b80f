import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Far more than anything takes on a machine that is busy: what is later than this will not come. */
const LONGEST_MS = 120_000;
/** Milliseconds between two looks: at first, and at most, since each look costs what it asks. */
const FIRST_MS = 5;
const MOST_MS = 50;
const SLOWER = 1.25;

/** Waits until something holds; fails when it does not come about. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  let waitMs = FIRST_MS;
  for (const end = Date.now() + LONGEST_MS; !(await holds()); await pause(waitMs)) {
    assert.ok(Date.now() < end, `it did not come about: ${holds}`);
    waitMs = Math.min(waitMs * SLOWER, MOST_MS);
  }
}
