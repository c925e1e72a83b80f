import type { FailingCommand, FailureDetail, Item, Sourced } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { cutText } from '../../../core/text/text.ts';
import { wordSet } from '../../../core/text/word-set.ts';
import { type CommandRun, includesRun, isSameRun, runsOf, selectsTest } from '../../failure/command-run.ts';
import { commandOfItem, outputOfItem } from '../../failure/item-command.ts';
import { passingTests } from '../../failure/passing-tests.ts';
import { ownTitle } from '../../provenance/tellable.ts';
import { FAILED_END } from '../../text/title-words.ts';
import { failedRun } from './open-failures.ts';
import { VERIFYING } from './verification.ts';

const MAX_FAILING = 12;
const MAX_TESTS = 3;
const MAX_FIXED = 24;
const COMMAND_CHARS = 160;
/** Programs that only look or try something out: that they fail leaves nothing to mend. */
const LOOKING = wordSet(
  'grep rg ag ack egrep fgrep ls ll cat find fd which whereis type test [ diff cmp head tail sed awk less more nl wc stat file tree pgrep ps df du lsof sleep cd echo printf pwd man command jq yq kill pkill killall',
);
const GIT_LOOKING =
  /^git (?:diff|log|show|status|grep|blame|rev-parse|ls-files|ls-remote|branch|merge-base|cat-file|check-ignore|config)\b/;
/** Subcommands that only look, of any program. */
const LOOKS = wordSet('view list show search status get describe where info inspect log logs ps help version api diff');
const TRIES = /^(?:node|python[\d.]*|ruby|perl|deno|bun) -{1,2}(?:e|c|eval|p)\b/;
const ASKS_HELP = /\s(?:--help|--version)\b/;
/** Commands of git that a later commit or push shows to be over. */
const GIT_UNDER_WAY = /^git (?:rebase|merge|cherry-pick|stash|am|revert)$/;
const GIT_OVER = /^git (?:commit|push|rebase|merge|cherry-pick)$/;

const NONE: ReadonlySet<string> = new Set();

/** A command that failed, in the parts by which others are compared with it. */
interface Failing {
  shown: FailingCommand;
  check: boolean;
  /** The command of the line that failed, as far as its output tells. */
  run: CommandRun | undefined;
  subtitle: string;
  /** Its tests that have not passed since. */
  left: readonly string[];
  reason: string;
}

/** A command that succeeded after it had failed; `ids`: the success, then the failure. `check`: a test, build or lint. */
export interface FixedCommand extends Sourced {
  at: number;
  check: boolean;
}

/** Tracks commands that failed and have not succeeded since, and those that succeeded after a failure. */
export class FailingCommands {
  #failing: Failing[] = [];
  #fixed: FixedCommand[] = [];

  /** Takes the next item; only commands that the session itself ran have an effect. */
  take(item: Item): void {
    const { observation, success, subtitle, subagent, failure } = detailOfKind(item, 'observation');
    if (observation !== 'command' || subagent !== undefined) return;
    if (subtitle === undefined || success === undefined) return;
    const isFine = failure === undefined && success;
    if (this.#failing.length > 0) this.#settle(item, { isFine, subtitle });
    if (failure !== undefined && !isLooking(item, subtitle)) this.#fail(item, failure, subtitle);
  }

  /** Failing commands, the newest first; of several with the same reason only the last. */
  list(limit: number): FailingCommand[] {
    return this.#open()
      .slice(0, limit)
      .map(({ shown }) => shown);
  }

  /** Tests, builds and lints that fail, the newest first, each with its name. */
  checks(): { id: FailingCommand['id']; at: number; name: string }[] {
    return this.#open().flatMap(({ check, shown: { id, at }, subtitle }) => (check ? { id, at, name: subtitle } : []));
  }

  /** Commands that succeeded after a failure, oldest first. */
  fixed(): FixedCommand[] {
    return this.#fixed;
  }

  #open(): Failing[] {
    const reasons = new Set<string>();
    return this.#failing.toReversed().filter(({ reason }) => !reasons.has(reason) && reasons.add(reason));
  }

  #fail(item: Item, failure: FailureDetail, subtitle: string): void {
    const { exitCode, concepts = [] } = detailOfKind(item, 'observation');
    const runs = runsOf(lineOf(item));
    const { tests = [] } = failure;
    // A run of the same, or of more, tells where the work stands now.
    this.#failing = this.#failing.filter((open) => !(open.run !== undefined && runs.some((one) => covers(one, open))));
    this.#failing.push({
      shown: {
        id: item.id,
        command: cutText(ownTitle(item).replace(FAILED_END, ''), COMMAND_CHARS),
        test: concepts.includes('testing'),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(tests.length === 0 ? {} : { tests: tests.slice(0, MAX_TESTS) }),
        at: item.at,
      },
      check: concepts.some((concept) => VERIFYING.has(concept)),
      run: failedRun({ runs, failure }),
      subtitle,
      left: tests,
      reason: failure.key,
    });
    this.#failing = this.#failing.slice(-MAX_FAILING);
  }

  /** Drops the failures that a command shows to be over: by its success, or by the names of tests that passed in it. */
  #settle(item: Item, { isFine, subtitle }: { isFine: boolean; subtitle: string }): void {
    const runs = runsOf(lineOf(item));
    const isTest = runs.some(({ purpose }) => purpose === 'test') && this.#failing.some(({ left }) => left.length > 0);
    const passed = isTest ? passingTests(outputOfItem(item)) : NONE;
    const open: Failing[] = [];
    for (const failed of this.#failing) {
      const left = failed.left.filter((test) => !hasPassed(test, passed));
      const isOver = (isFine && isMended(failed, runs, subtitle)) || (failed.left.length > 0 && left.length === 0);
      if (isOver) this.#note(item, failed);
      else open.push({ ...failed, left });
    }
    this.#failing = open;
  }

  #note(item: Item, failed: Failing): void {
    const text = cutText(ownTitle(item).replace(FAILED_END, ''), COMMAND_CHARS);
    const check = item.detail.concepts?.some((concept) => VERIFYING.has(concept)) === true;
    const others = this.#fixed.filter((one) => one.text !== text);
    this.#fixed = [...others, { text, ids: [item.id, failed.shown.id], at: item.at, check }].slice(-MAX_FIXED);
  }
}

/** True when a line that succeeded settles a failure. */
function isMended(failed: Failing, runs: readonly CommandRun[], subtitle: string): boolean {
  if (subtitle === failed.subtitle && failed.run?.purpose === undefined) return true;
  if (failed.run === undefined) return false;
  if (GIT_UNDER_WAY.test(failed.run.name) && runs.some(({ name }) => GIT_OVER.test(name))) return true;
  return runs.some((run) => covers(run, failed));
}

/** True when a run does what a failed line did, or more. */
function covers(run: CommandRun, { run: failed, left }: Failing): boolean {
  if (failed === undefined) return false;
  if (isSameRun(run, failed) || includesRun(run, failed)) return true;
  // The same tests, though in other words or by another program.
  if (run.purpose !== 'test' || left.length === 0 || run.filters.length === 0) return false;
  const isSuite = failed.suites.every((suite) => run.suites.includes(suite));
  return isSuite && left.every((test) => run.filters.some((filter) => selectsTest(filter, test)));
}

/** True for a test of which a run says that it passed, itself or the one that it is part of. */
function hasPassed(test: string, passed: ReadonlySet<string>): boolean {
  return passed.has(test) || passed.has(test.split('/')[0] ?? test);
}

/** The shell line of a command, or as much of it as the title shows. */
function lineOf(item: Item): string {
  return commandOfItem(item) ?? item.title.replace(FAILED_END, '');
}

function isLooking(item: Item, subtitle: string): boolean {
  const runs = runsOf(lineOf(item));
  const [program = '', ...words] = subtitle.split(' ');
  if (TRIES.test(item.title)) return true;
  if (item.detail.concepts?.some((concept) => VERIFYING.has(concept)) === true) return false;
  if (runs.length === 0 || LOOKING.has(program) || GIT_LOOKING.test(subtitle)) return true;
  return words.some((word) => LOOKS.has(word)) || ASKS_HELP.test(item.title);
}
