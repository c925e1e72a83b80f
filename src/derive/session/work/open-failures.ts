import type { ItemId } from '../../../core/model/ids.ts';
import type { FailureDetail, Item } from '../../../core/model/item.ts';
import { baseName, oneLine } from '../../../core/text/text.ts';
import type { CommandRun } from '../../failure/command-run.ts';
import { isSameRun, runsOf, squeezed } from '../../failure/command-run.ts';
import { missingFileOf } from '../../failure/error-fingerprint.ts';
import { commandOfItem } from '../../failure/item-command.ts';
import { FAILED_END } from '../../text/title-words.ts';

/** What a call was to do, as far as it matters for telling whether another does the same. */
export interface CallTarget {
  /** The call without what only quotes or parts its words. */
  whole: string;
  /** The call as it was made, as far as its item holds it. */
  exact: string;
  /** The command that the call is about, or what its tool does. */
  name: string;
  runs: readonly CommandRun[];
  /** What may be paths of files in it. */
  paths: () => readonly string[];
}

/** A failure that was not made good yet. */
export interface OpenFailure extends CallTarget {
  failure: FailureDetail;
  /** The items of the times it was seen since it is open, the last first. */
  ids: ItemId[];
  at: number;
  subagent?: string | undefined;
  /** Tests of it that did not pass yet. */
  tests: readonly string[];
  /** How much had been done in the session when it was last seen. */
  done: number;
  /** The same when it was first seen. */
  since: number;
  exposed: boolean;
  /** A later run of the same that broke off elsewhere: it is made good unless it comes back. */
  passed?: Passed;
}

/** What shows that a failure is made good. */
export interface Passed {
  id: ItemId;
  at: number;
  /** How much had been done when it was seen. */
  done: number;
  target: CallTarget;
}

const LINE_HEAD = 40;
const INPUT_CHARS = 700;
/** An edit that failed can go well only with another input. */
const EDITING = /^(?:edit|write|patch|multiedit|notebookedit)\b/;

/** What a call was to do. */
export function targetOf(item: Item): CallTarget {
  const line = commandOfItem(item);
  const { filesRead = [], filesChanged = [] } = item.detail;
  if (line !== undefined) {
    const runs = runsOf(line);
    const paths = () => line.split(/[\s'"`\\;|&<>]+/).slice(0, 200);
    const name = runs.at(-1)?.name ?? item.detail.subtitle ?? 'command';
    return { whole: `$${squeezed(line)}`, exact: oneLine(line), name, runs, paths };
  }
  const whole = item.title.replace(FAILED_END, '');
  const name = item.detail.tool ?? 'tool';
  return { whole, exact: inputOf(item), name, runs: [], paths: () => [...filesRead, ...filesChanged] };
}

/** What a tool was given, as its text begins; of an edit that failed nothing stands there. */
function inputOf({ text, detail }: Item): string {
  const line = detail.failure?.line;
  const at = line === undefined ? -1 : text.indexOf(line.slice(0, LINE_HEAD));
  return text.slice(0, at < 0 ? INPUT_CHARS : at).trim();
}

/** True when a success shows that a failure is made good; tests may be so one after the other (`tests`). */
export function isFixedBy(open: OpenFailure, success: CallTarget): boolean {
  if (missingFileOf(open.failure.key) !== undefined) return placeOf(open, success) !== undefined;
  return success.whole === open.whole || isSameWork(open, success);
}

/** Where the file that was missing is, by a call that found it. */
export function placeOf(open: OpenFailure, success: CallTarget): string | undefined {
  const name = missingFileOf(open.failure.key);
  return name === undefined ? undefined : success.paths().findLast((path) => baseName(path).toLowerCase() === name);
}

/** True when a call is another one than the one that failed: with other words, or with another input. */
export function isOtherCall(open: OpenFailure, call: CallTarget): boolean {
  if (call.whole !== open.whole || open.runs.length > 0) return call.exact !== open.exact;
  return EDITING.test(open.failure.key) || !call.exact.startsWith(open.exact);
}

/** True when a call runs again what failed, be it on more. */
export function isSameWork(open: OpenFailure, call: CallTarget): boolean {
  if (call.whole === open.whole) return true;
  const failed = failedRun(open);
  return failed !== undefined && call.runs.some((run) => isSameRun(run, failed));
}

/** The tests of a failure that a call does not name: by name, by a part of it, or by the file before `::`. */
export function testsLeft(open: OpenFailure, call: CallTarget): readonly string[] {
  if (open.tests.length === 0) return open.tests;
  if (!call.runs.some(({ purpose }) => purpose === 'test')) return open.tests;
  const named = call.exact.split(/[\s=,|"'^$()]+/).filter((word) => word.length >= 4 && !/^[-./*]/.test(word));
  return open.tests.filter((test) => !named.some((word) => test.includes(word)));
}

/** The command of a line that failed: the one whose toolchain the failure names, else the last. */
function failedRun(open: OpenFailure): CommandRun | undefined {
  const family = open.failure.key.slice(0, open.failure.key.indexOf(':'));
  return open.runs.findLast(({ name, program }) => program === family || name === family) ?? open.runs.at(-1);
}
