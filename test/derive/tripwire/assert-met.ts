import assert from 'node:assert/strict';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matchingCommand } from '../../../src/derive/tripwire/match.ts';

/** Where the lines are run. */
const SHOP = { projectRoot: '/home/dev/shop', cwd: '/home/dev/shop' };

/** Checks which lines meet what a rule forbids, and which do not. */
export function assertMet(rule: string, met: readonly string[], others: readonly string[] = []): void {
  const matchers = matchersIn(rule);
  assert.notEqual(matchers.length, 0, rule);
  const meets = (line: string): boolean => matchers.some((one) => matchingCommand(one, line, SHOP) !== undefined);
  for (const line of met) assert.ok(meets(line), `${rule} ${line}`);
  for (const line of others) assert.ok(!meets(line), `not: ${rule} ${line}`);
}
