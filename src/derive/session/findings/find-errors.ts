import type { JsonObject } from '../../../core/json.ts';
import { objectsIn } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { FailureDetail, Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { isInformative } from '../../failure/error-fingerprint.ts';
import { outputOfItem } from '../../failure/item-command.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { sentencesOf } from '../../text/prose.ts';
import type { CallTarget, OpenFailure, Passed } from '../work/open-failures.ts';
import { isFixedBy, isOtherCall, isSameWork, placeOf, targetOf, testsLeft } from '../work/open-failures.ts';
import { WorkLog } from '../work/work-log.ts';
import type { FindingSet } from './finding-set.ts';

const MAX_OPEN = 60;
/** Characters of an error line by which it is recognised in another output. */
const LINE_HEAD = 50;
const MAX_IDS = 4;
const MAX_FIXES = 4;
const BACKGROUND = /running in (?:the )?background/i;
/** Output of a successful test run: the only sign of success where a pipe hides the exit code. */
const WENT_WELL =
  /\b(?:ok|pass(?:ed|ing|es)?|success\w*|0 (?:failures?|failed|errors?)|no (?:errors|issues|problems))\b|[✓✔]/i;
const CUT_OFF = /\|\s*(?:head|tail|grep|rg|sed|awk)\b/;
const CAUSE_CHARS = 240;
const MIN_CAUSE_CHARS = 20;
/** Phrases that name the cause of a failure. */
const CAUSE =
  /\b(?:(?:the|root|real|actual|main) (?:cause|issue|problem|bug|reason|culprit|error|failure) (?:is|was|here is|comes from|lies in|seems to be)|because|caused by|due to|turns out|(?:fails?|failed|failing|broke|breaks|crashes) (?:since|as|when|because)|(?:this|that|which|it) (?:causes|caused|means that|is why))\b|原因是|因为|导致|weil|liegt daran|parce que|à cause de|porque|debido a/i;

/** Finds errors in the calls of one session, and how they were fixed. */
export class ErrorFinder {
  readonly #findings: FindingSet;
  readonly #log = new WorkLog();
  #open: OpenFailure[] = [];
  /** For each error key: the number of actions before it was last seen, and the call that showed it. */
  readonly #seen = new Map<string, { done: number; exact: string }>();
  #cause: { id: ItemId; at: number; text: string } | undefined;

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    if (item.kind === 'message') this.#takeMessage(item);
    if (item.kind !== 'observation') return;
    const { failure, success } = item.detail;
    if (failure !== undefined) this.#fail(item, failure);
    else if (success === true) this.#succeed(item);
    this.#log.take(item);
  }

  /** Counts failures as fixed that gave way to a later error of the same work and did not come back. */
  end(): void {
    for (const open of this.#open) if (open.passed !== undefined) this.#fixed(open, open.passed);
    this.#open = [];
  }

  #takeMessage(item: Item): void {
    if (this.#open.length === 0 || item.author !== 'agent' || item.exposed) return;
    const text = causeIn(item);
    if (text !== undefined) this.#cause = { id: item.id, at: item.at, text };
  }

  #fail(item: Item, failure: FailureDetail): void {
    const target = targetOf(item);
    this.#count(item, failure, target);
    for (const open of this.#open) if (open.subagent === item.detail.subagent) this.#meet(open, item, target);
    const same = this.#open.find(
      ({ failure: { key }, subagent }) => key === failure.key && subagent === item.detail.subagent,
    );
    const ids = [item.id, ...(same?.ids ?? [])].slice(0, MAX_IDS);
    this.#open = this.#open.filter((open) => open !== same);
    this.#open.push({
      ...target,
      failure,
      ids,
      at: item.at,
      subagent: item.detail.subagent,
      tests: failure.tests ?? [],
      done: this.#log.count,
      since: same?.since ?? this.#log.count,
      exposed: item.exposed || same?.exposed === true,
    });
    this.#open = this.#open.slice(-MAX_OPEN);
  }

  /** Adds an error; the same call run again without an action in between counts once. */
  #count(item: Item, failure: FailureDetail, target: CallTarget): void {
    const { exact } = target;
    if (!isInformative(failure.key)) return;
    const seen = this.#seen.get(failure.key);
    const isRerun = seen !== undefined && seen.done === this.#log.count && seen.exact === exact;
    this.#seen.set(failure.key, { done: this.#log.count, exact });
    this.#findings.add({
      kind: 'error',
      key: failure.key,
      at: item.at,
      evidence: [item.id],
      files: [...(item.detail.filesRead ?? []), ...(item.detail.filesChanged ?? [])],
      author: 'tool',
      exposed: item.exposed,
      label: failure.line,
      detail: errorDetail(target, failure),
      uncounted: isRerun,
    });
  }

  /** Notes another error of the same work: the open failure has passed, unless it comes back. */
  #meet(open: OpenFailure, item: Item, target: CallTarget): void {
    const { failure } = detailOfKind(item, 'observation');
    if (open.failure.key === failure?.key) delete open.passed;
    else if (
      failure !== undefined &&
      open.passed === undefined &&
      isFurther(open, failure, item) &&
      isSameWork(open, target)
    ) {
      open.passed = { id: item.id, at: item.at, done: this.#log.count, target };
    }
  }

  #succeed(item: Item): void {
    const { subagent } = item.detail;
    if (!this.#open.some((open) => open.subagent === subagent) || !isSuccess(item)) return;
    const target = targetOf(item);
    const passed: Passed = { id: item.id, at: item.at, done: this.#log.count, target };
    this.#open = this.#open.filter((open) => {
      if (open.subagent !== subagent) return true;
      const left = testsLeft(open, target);
      if (isFixedBy(open, target) || (open.tests.length > 0 && left.length === 0)) {
        this.#fixed(open, open.passed ?? passed);
        return false;
      }
      open.tests = left;
      return true;
    });
  }

  #fixed(open: OpenFailure, passed: Passed): void {
    const { edits, commands } = this.#log.between(open.done, passed.done, open.since);
    // The same call succeeded without an action in between: the failure comes and goes by itself.
    if (edits.length === 0 && commands.length === 0 && !isOtherCall(open, passed.target)) return;
    const { key, line } = open.failure;
    const place = placeOf(open, passed.target);
    const fixKey = isInformative(key) ? key : `${key} ${open.ids[0]}`;
    const cause = this.#causeBetween(open.at, passed.at);
    const editIds = edits.map(({ id }) => id);
    const fix: JsonObject = {
      failed: open.ids,
      passed: passed.id,
      edits: place === undefined ? editIds : [],
      commands: [...new Set(commands.map(({ command }) => command ?? ''))],
      by: place !== undefined ? 'place' : edits.length > 0 ? 'edit' : commands.length > 0 ? 'command' : 'other call',
    };
    const before = this.#findings.get('fix', fixKey)?.detail.fixes;
    this.#findings.add({
      kind: 'fix',
      key: fixKey,
      at: passed.at,
      evidence: [...open.ids.slice(0, 2), passed.id, ...editIds.slice(0, 3), ...(cause ? [cause.id] : [])],
      files: place === undefined ? edits.flatMap(({ files }) => files) : [place],
      author: 'tool',
      exposed: open.exposed,
      label: line,
      detail: {
        ...errorDetail(open, open.failure),
        fixes: [...objectsIn(before), fix].slice(-MAX_FIXES),
        ...(cause === undefined ? {} : { cause: { id: cause.id, text: cause.text } }),
      },
    });
  }

  #causeBetween(from: number, to: number): { id: ItemId; text: string } | undefined {
    return this.#cause !== undefined && this.#cause.at >= from && this.#cause.at <= to ? this.#cause : undefined;
  }
}

function errorDetail({ name }: CallTarget, { line, tests, key }: FailureDetail): JsonObject {
  return {
    of: key.slice(0, Math.max(0, key.indexOf(':'))),
    line,
    command: name,
    ...(tests === undefined ? {} : { tests: tests.slice(0, 8) }),
  };
}

/** True when a failure can occur only after the open one is fixed, or no longer shows it. */
function isFurther(open: OpenFailure, failure: FailureDetail, item: Item): boolean {
  if (failure.stage === 'build' && open.failure.stage === 'test') return false;
  if (open.tests.length === 0) return true;
  if (failure.tests === undefined) return false;
  if (!open.tests.some((test) => failure.tests?.includes(test))) return true;
  return (
    isInformative(failure.key) &&
    isInformative(open.failure.key) &&
    !item.text.includes(open.failure.line.slice(0, LINE_HEAD))
  );
}

function isSuccess(item: Item): boolean {
  if (detailOfKind(item, 'observation').observation !== 'command') return true;
  const output = outputOfItem(item);
  if (BACKGROUND.test(output)) return false;
  return (
    !CUT_OFF.test(item.text.slice(0, item.text.length - output.length)) ||
    item.detail.concepts?.includes('testing') !== true ||
    WENT_WELL.test(output)
  );
}

/** The first sentence of an agent's own words that names the cause of a failure; `undefined` when none does. */
function causeIn(message: Item): string | undefined {
  const text = unquotedText(message);
  if (!CAUSE.test(text)) return undefined;
  const sentence = sentencesOf(text).find((one) => one.length >= MIN_CAUSE_CHARS && CAUSE.test(one));
  return sentence === undefined ? undefined : cutText(oneLine(sentence), CAUSE_CHARS);
}
