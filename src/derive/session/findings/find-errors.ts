import type { JsonObject } from '../../../core/json.ts';
import { objectsIn } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { FailureDetail, Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { familyOf, isInformative, ruleKey } from '../../failure/error-fingerprint.ts';
import { outputOfItem } from '../../failure/item-command.ts';
import { isSettings, type Remedy, remedyToJson } from '../../failure/remedy.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { sentencesOf } from '../../text/prose.ts';
import type { CallTarget, OpenFailure, Passed } from '../work/open-failures.ts';
import { failedRun, isFixedBy, isOtherCall, isSameWork, placeOf, targetOf, testsLeft } from '../work/open-failures.ts';
import { type WorkEntry, WorkLog } from '../work/work-log.ts';
import { findRemedy } from './find-remedy.ts';
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
const CALL_CHARS = 50;
const WORD_CHARS = 24;
const MIN_CAUSE_CHARS = 40;
const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|\w+_test)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_/i;
/** A sentence about what failed, and one about what its speaker does or expected. */
const EXPLAINS =
  /^(?:the|this|that|it|both|root|because)\b.*\b(?:cause|issue|problem|bug|reason|culprit|fail(?:s|ed|ing|ure)?|errors?|because|since)\b/i;
const NARRATES = /\bas expected\b|\bI(?:'|’)?(?:m|ll|ve)?\b|\b(?:let me|now|staged|should now)\b|:$/i;
/** Phrases that name the cause of a failure. */
const CAUSE =
  /\b(?:(?:the|root|real|actual|main) (?:cause|issue|problem|bug|reason|culprit|error|failure) (?:is|was|here is|comes from|lies in|seems to be)|because|caused by|due to|turns out|(?:fails?|failed|failing|broke|breaks|crashes) (?:since|as|when|because)|(?:this|that|which|it) (?:causes|caused|means that|is why))\b|原因是|因为|导致|weil|liegt daran|parce que|à cause de|porque|debido a/i;

type OneFailure = Omit<FailureDetail, 'also'>;

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
    if (failure !== undefined) this.#failAll(item, failure);
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

  #failAll(item: Item, { also = [], ...first }: FailureDetail): void {
    const target = targetOf(item);
    const all = [first, ...also];
    const keys = new Set(all.map(({ key }) => key));
    for (const open of this.#open) if (open.subagent === item.detail.subagent) this.#meet(open, { item, target, keys });
    for (const failure of all.toReversed()) this.#fail(item, failure, { target, isAlone: all.length === 1 });
  }

  #fail(item: Item, failure: OneFailure, { target, isAlone }: { target: CallTarget; isAlone: boolean }): void {
    this.#count(item, failure, target);
    const same = this.#open.find(
      ({ failure: { key }, subagent }) => key === failure.key && subagent === item.detail.subagent,
    );
    const ids = [item.id, ...(same?.ids ?? [])].slice(0, MAX_IDS);
    this.#open = this.#open.filter((open) => open !== same);
    this.#open.push({
      ...target,
      failure,
      isAlone,
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
  #count(item: Item, failure: OneFailure, target: CallTarget): void {
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
  #meet(open: OpenFailure, met: { item: Item; target: CallTarget; keys: ReadonlySet<string> }): void {
    const { item, target, keys } = met;
    const { failure } = detailOfKind(item, 'observation');
    if (keys.has(open.failure.key)) delete open.passed;
    else if (
      failure !== undefined &&
      open.passed === undefined &&
      isFurther(open, failure, item) &&
      isSameWork(open, target)
    ) {
      open.passed = { id: item.id, at: item.at, done: this.#log.count, target, isFurther: true };
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
    const { key, line, rule } = open.failure;
    const place = placeOf(open, passed.target);
    const remedy = findRemedy(open, passed, { edits, commands, place });
    const ofRule = rule === undefined || remedy === undefined ? undefined : ruleKey(rule);
    const fixKey = ofRule ?? (isInformative(key) ? key : `${key} ${open.ids[0]}`);
    const cause = this.#causeBetween(open.at, passed.at);
    const isLesson =
      isOfUse(open, remedy) || (cause !== undefined && isMendedInSource(edits) && isExplained(open, cause.text));
    const editIds = edits.map(({ id }) => id);
    const fix: JsonObject = {
      failed: open.ids,
      passed: passed.id,
      edits: place === undefined ? editIds : [],
      commands: [...new Set(commands.map(({ command }) => command ?? ''))],
      by: place !== undefined ? 'place' : edits.length > 0 ? 'edit' : commands.length > 0 ? 'command' : 'other call',
      ...(remedy !== undefined && { remedy: { ...remedyToJson(remedy), line, call: callOf(open) } }),
    };
    if (isLesson) this.#mended(key);
    const before = this.#findings.get({ kind: 'fix', key: fixKey })?.detail.fixes;
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
        ...(ofRule !== undefined && { rule: rule ?? '' }),
        ...((isLesson || this.#findings.get({ kind: 'fix', key: fixKey })?.detail.lesson === true) && { lesson: true }),
        fixes: [...objectsIn(before), fix].slice(-MAX_FIXES),
        ...(cause === undefined ? {} : { cause: { id: cause.id, text: cause.text } }),
      },
    });
  }

  /** Notes that an error has a known repair: the pattern of the repair says all. */
  #mended(key: string): void {
    const error = this.#findings.get({ kind: 'error', key });
    if (error !== undefined) error.detail.mended = true;
  }

  #causeBetween(from: number, to: number): { id: ItemId; text: string } | undefined {
    return this.#cause !== undefined && this.#cause.at >= from && this.#cause.at <= to ? this.#cause : undefined;
  }
}

/** True for a remedy that would help again: not one that only says how code at hand was finished. */
function isOfUse({ failure }: OpenFailure, remedy: Remedy | undefined): boolean {
  if (remedy === undefined) return false;
  if (remedy.how !== 'change' || failure.rule !== undefined || isSettings(remedy.file)) return true;
  return failure.stage !== 'build' && remedy.from !== undefined && !TEST_FILE.test(remedy.file);
}

/** True for edits of more than tests, which a mended test only follows. */
function isMendedInSource(edits: readonly WorkEntry[]): boolean {
  return edits.some(({ files }) => files.some((file) => !TEST_FILE.test(file)));
}

/** True for a cause that speaks of the failure itself, of a test or a program that ran. */
function isExplained({ failure, whole }: OpenFailure, cause: string): boolean {
  if (failure.stage === 'build' || !whole.startsWith('$') || !isInformative(failure.key)) return false;
  return EXPLAINS.test(cause) && !NARRATES.test(cause);
}

/** The failed call as a fix names it: the command of its line that failed, a long one without what it works on; its tool. */
function callOf(open: OpenFailure): string {
  const run = failedRun(open);
  if (run === undefined) return open.name;
  const whole = [run.program, ...run.args].join(' ');
  if (whole.length <= CALL_CHARS && !/["'\n]/.test(whole)) return whole;
  const told = run.args.filter((word) => word.length <= WORD_CHARS && !/[/\s"',|]/.test(word));
  return cutText([run.program, ...told].join(' '), CALL_CHARS);
}

function errorDetail({ name, whole }: CallTarget, { line, tests, key, stage }: OneFailure): JsonObject {
  return {
    of: familyOf(key),
    line,
    ...(stage !== undefined && { stage }),
    ...(whole.startsWith('$') && { shell: true }),
    command: name,
    ...(tests === undefined ? {} : { tests: tests.slice(0, 8) }),
  };
}

/** True when a failure can occur only after the open one is fixed, or no longer shows it. */
function isFurther(open: OpenFailure, failure: OneFailure, item: Item): boolean {
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
