import type { ItemId } from '../../../core/model/ids.ts';
import type { FailureDetail, Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { baseName, oneLine } from '../../../core/text/text.ts';
import type { CommandRun } from '../../failure/command-run.ts';
import { isSameRun, runsOf, squeezed } from '../../failure/command-run.ts';
import { familyOf, missingFileOf } from '../../failure/error-fingerprint.ts';
import { commandOfItem } from '../../failure/item-command.ts';
import { FAILED_END } from '../../text/title-words.ts';

/** A call in the parts by which it is compared with another. */
export interface CallTarget {
  /** The call without quotes, backslashes and white space. */
  whole: string;
  /** The call as it was made, as far as its item has it. */
  exact: string;
  /** The main command of the call, or the name of its tool. */
  name: string;
  runs: readonly CommandRun[];
  /** Words of it that may be paths. */
  paths: () => readonly string[];
}

/** A failure that was not fixed yet. */
export interface OpenFailure extends CallTarget {
  failure: Omit<FailureDetail, 'also'>;
  /** It was the only error of its output. */
  isAlone: boolean;
  /** Items that showed it since it is open, the latest first. */
  ids: ItemId[];
  at: number;
  subagent?: string | undefined;
  /** Its tests that have not passed since. */
  tests: readonly string[];
  /** Number of actions in the session before it was last seen. */
  done: number;
  /** Number of actions before it was first seen. */
  since: number;
  exposed: boolean;
  /** A later run of the same work that failed elsewhere: this failure counts as fixed unless it comes back. */
  passed?: Passed;
}

/** The item that shows that a failure is fixed. */
export interface Passed {
  id: ItemId;
  at: number;
  /** Number of actions before it was seen. */
  done: number;
  target: CallTarget;
  /** It failed itself, for another reason. */
  isFurther?: true;
}

const LINE_HEAD = 40;
const INPUT_CHARS = 700;
/** Keys of failed edits, which can succeed only with another input. */
const EDITING = /^(?:edit|write|patch|multiedit|notebookedit)\b/;

/** The target of an item's call. */
export function targetOf(item: Item): CallTarget {
  const line = commandOfItem(item);
  const { filesRead = [], filesChanged = [] } = item.detail;
  const { subtitle = 'command', tool = 'tool' } = detailOfKind(item, 'observation');
  if (line !== undefined) {
    const runs = runsOf(line);
    const paths = () => line.split(/[\s'"`\\;|&<>]+/).slice(0, 200);
    const name = runs.at(-1)?.name ?? subtitle;
    return { whole: `$${squeezed(line)}`, exact: oneLine(line), name, runs, paths };
  }
  const whole = item.title.replace(FAILED_END, '');
  return { whole, exact: inputOf(item), name: tool, runs: [], paths: () => [...filesRead, ...filesChanged] };
}

/** The input of a tool, from the beginning of its item's text; empty for a failed edit. */
function inputOf(item: Item): string {
  const { text } = item;
  const line = detailOfKind(item, 'observation').failure?.line;
  const at = line === undefined ? -1 : text.indexOf(line.slice(0, LINE_HEAD));
  return text.slice(0, at < 0 ? INPUT_CHARS : at).trim();
}

/** True when a success shows that a failure is fixed as a whole; `testsLeft` settles its tests one by one. */
export function isFixedBy(open: OpenFailure, success: CallTarget): boolean {
  if (missingFileOf(open.failure.key) !== undefined) return placeOf(open, success) !== undefined;
  return success.whole === open.whole || isSameWork(open, success);
}

/** The path of a missing file in a call that found it; `undefined` for any other failure. */
export function placeOf(open: OpenFailure, success: CallTarget): string | undefined {
  const name = missingFileOf(open.failure.key);
  return name === undefined ? undefined : success.paths().findLast((path) => baseName(path).toLowerCase() === name);
}

/** True when a call differs from the failed one in its words or its input. */
export function isOtherCall(open: OpenFailure, call: CallTarget): boolean {
  if (call.whole !== open.whole || open.runs.length > 0) return call.exact !== open.exact;
  return EDITING.test(open.failure.key) || !call.exact.startsWith(open.exact);
}

/** True when a call runs the failed command again, on the same operands or more. */
export function isSameWork(open: OpenFailure, call: CallTarget): boolean {
  if (call.whole === open.whole) return true;
  const failed = failedRun(open);
  return failed !== undefined && call.runs.some((run) => isSameRun(run, failed));
}

/** The tests of a failure that a test run does not name, in whole or in part. */
export function testsLeft(open: OpenFailure, call: CallTarget): readonly string[] {
  if (open.tests.length === 0) return open.tests;
  if (!call.runs.some(({ purpose }) => purpose === 'test')) return open.tests;
  const named = call.exact.split(/[\s=,|"'^$()]+/).filter((word) => word.length >= 4 && !/^[-./*]/.test(word));
  return open.tests.filter((test) => !named.some((word) => test.includes(word)));
}

/** The command of a line that failed: the one whose toolchain the failure's key names, otherwise the last. */
export function failedRun({ runs, failure }: Pick<OpenFailure, 'runs' | 'failure'>): CommandRun | undefined {
  const family = familyOf(failure.key);
  return runs.findLast(({ name, program }) => program === family || name === family) ?? runs.at(-1);
}
