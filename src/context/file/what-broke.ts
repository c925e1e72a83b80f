// context/file: what is known of a file that is about to be changed: what it was changed for, what its agent said of
// that, and what broke by it. Facts of sessions, and words that their trust allows; nothing here chooses the budget.

import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutText } from '../../core/text/text.ts';
import { nameOf, programOf } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine } from '../lines/context-line.ts';

/** What a session did after a change, as far as it is read. */
const READ = 60;
/** Steps between a change and a failure that may be its doing. */
const STEPS = 10;
const NAMES = 3;
const TESTS_CHARS = 120;
/** The name of a test, of characters that cannot form a sentence. */
const TEST_NAME = /^[\w./:#>[\]-]{3,80}$/;

/**
 * The line for tests that failed after a change of a file, with the files whose change mended them; none where no test
 * failed soon after it, or where the file itself was all that had to change.
 */
export async function whatBroke(
  store: Store,
  { change, path, worth }: { change: Item; path: string; worth: number },
): Promise<ContextLine[]> {
  const filter = { kinds: ['observation'] as const, since: change.at, ...omitUndefined({ session: change.session }) };
  const after = await store.items.list(filter, { limit: READ, oldestFirst: true });
  const from = after.findIndex(({ id }) => id === change.id) + 1;
  const at = after.findIndex((item, i) => i >= from && i < from + STEPS && testsOf(item).length > 0);
  const failed = after[at];
  if (failed === undefined) return [];
  const program = programIn(failed);
  const passedAt = after.findIndex((item, i) => i > at && isPassed(item, program));
  if (passedAt < 0) return [];
  const mended = after
    .slice(at + 1, passedAt)
    .flatMap((item) => (isChange(item) ? (item.detail.filesChanged ?? []) : []));
  const others = [...new Set(mended)].filter((file) => file !== path).map(nameOf);
  if (others.length === 0) return [];
  const tests = cutText(testsOf(failed).slice(0, NAMES).join(', '), TESTS_CHARS);
  const text = `After a change of it, ${dateOf(change.at)}, ${tests} failed (${program}); it passed once ${others.slice(0, NAMES).join(', ')} changed too`;
  return [factLine(failed, { section: 'failures', worth, text })];
}

/** True for an observation of a file that was changed. */
export function isChange(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return observation === 'file-write' && success === true;
}

function testsOf(item: Item): string[] {
  const { failure, success } = detailOfKind(item, 'observation');
  return success === false ? (failure?.tests ?? []).filter((name) => TEST_NAME.test(name)) : [];
}

function isPassed(item: Item, program: string): boolean {
  return detailOfKind(item, 'observation').success === true && programIn(item) === program;
}

/** The program of a command; '' for anything else. */
function programIn(item: Item): string {
  return item.kind === 'observation' && item.detail.observation === 'command' ? programOf(item.detail) : '';
}
