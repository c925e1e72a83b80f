import { dropOldest } from '../../../core/drop-oldest.ts';
import { memoizeLast } from '../../../core/memoize-last.ts';
import type { FailingCommand, Item, Sourced } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { cutText } from '../../../core/text/text.ts';
import { wordSet } from '../../../core/text/word-set.ts';
import { ownTitle } from '../../provenance/tellable.ts';
import { parseShell } from '../../tool/shell.ts';
import { VERIFYING } from './verification.ts';

const MAX_FAILING = 12;
const MAX_TESTS = 3;
const MAX_FIXED = 24;
const COMMAND_CHARS = 160;
const FAILED = / failed(?: \(exit -?\d+\))?$/;
/** Programs that only look: not finding something is no failure. */
const LOOKING = wordSet(
  'grep rg ag ack egrep fgrep ls ll cat find fd which whereis type test [ diff cmp head tail sed awk less more nl wc stat file tree pgrep sleep cd echo pwd man command',
);
const GIT_LOOKING =
  /^git (?:diff|log|show|status|grep|blame|rev-parse|ls-files|branch|merge-base|cat-file|check-ignore)\b/;
const REDIRECTED = /\s?\d?>{1,2}\s?(?:&\d|\/dev\/null)/g;

/** The parts of a command by which it is compared with another. */
interface Key {
  program: string;
  words: ReadonlySet<string>;
  /** Words of the last of several commands. */
  last: ReadonlySet<string>;
  test: boolean;
}

/** A command that succeeded after it had failed; `ids`: the success, then the failure. `check`: a test, build or lint. */
export interface FixedCommand extends Sourced {
  at: number;
  check: boolean;
}

/** Tracks commands that failed and have not succeeded since, and those that succeeded after a failure. */
export class FailingCommands {
  readonly #failing: Map<string, FailingCommand & { key: Key; reason: string | undefined }> = new Map();
  #fixed: FixedCommand[] = [];

  /** Takes the next item; only commands that the session itself ran have an effect. */
  take(item: Item): void {
    const { observation, success, subtitle, subagent, concepts, failure } = detailOfKind(item, 'observation');
    if (observation !== 'command' || subagent !== undefined) return;
    if (subtitle === undefined || success === undefined) return;
    const command = item.title.replace(FAILED, '');
    const key = { ...keyOf(command, subtitle), test: concepts?.includes('testing') === true };
    if (failure === undefined && success) this.#succeed(item, key);
    else if (failure !== undefined && !isLooking(key, subtitle)) this.#fail(item, key);
  }

  /** Failing commands, the newest first; of several with the same reason only the last. */
  list(limit: number): FailingCommand[] {
    const reasons = new Set<string>();
    return [...this.#failing.values()]
      .reverse()
      .filter(({ reason }) => reason === undefined || (!reasons.has(reason) && reasons.add(reason)))
      .slice(0, limit)
      .map(({ key: _key, reason: _reason, ...failing }) => failing);
  }

  /** Commands that succeeded after a failure, oldest first. */
  fixed(): FixedCommand[] {
    return this.#fixed;
  }

  #fail(item: Item, key: Key): void {
    const { exitCode, failure } = detailOfKind(item, 'observation');
    const name = nameOf(key);
    this.#failing.delete(name);
    this.#failing.set(name, {
      id: item.id,
      command: cutText(ownTitle(item).replace(FAILED, ''), COMMAND_CHARS),
      test: key.test,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(failure?.tests === undefined ? {} : { tests: failure.tests.slice(0, MAX_TESTS) }),
      at: item.at,
      key,
      reason: failure?.key,
    });
    dropOldest(this.#failing, MAX_FAILING);
  }

  #succeed(item: Item, key: Key): void {
    for (const [name, failed] of this.#failing) {
      if (!covers(key, failed.key)) continue;
      this.#failing.delete(name);
      const text = cutText(ownTitle(item), COMMAND_CHARS);
      this.#fixed = this.#fixed.filter((one) => one.text !== text);
      const check = item.detail.concepts?.some((concept) => VERIFYING.has(concept)) === true;
      this.#fixed.push({ text, ids: [item.id, failed.id], at: item.at, check });
    }
    this.#fixed = this.#fixed.slice(-MAX_FIXED);
  }
}

/**
 * True when the success of one command settles the failure of another: it is the same program and, for a test, has no words that
 * the failed one lacks; or it is the last command of the failed line.
 */
function covers(succeeded: Key, failed: Key): boolean {
  const isSame = succeeded.program === failed.program;
  if (isSame && !failed.test) return true;
  return isWithin(succeeded.words, failed.words) && (isSame || isWithin(failed.last, succeeded.words));
}

function isWithin(few: ReadonlySet<string>, many: ReadonlySet<string>): boolean {
  for (const word of few) if (!many.has(word)) return false;
  return few.size > 0;
}

/** Memoized, since summary and checkpoint ask about the same command. */
const keyOf = memoizeLast((command: string, program: string): Omit<Key, 'test'> => {
  const line = command.replace(REDIRECTED, '');
  const words = new Set<string>();
  let last = new Set<string>();
  for (const { program: name, args } of parseShell(line)) {
    if (LOOKING.has(name)) continue;
    last = new Set();
    for (const word of [name, ...args]) if (!/^-{1,2}[\w-]*$|^\d+$/.test(word)) words.add(word) && last.add(word);
  }
  return { program, words, last };
});

function nameOf({ program, words, test }: Key): string {
  return test ? [...words].join('\0') : program;
}

function isLooking({ words }: Pick<Key, 'words'>, subtitle: string): boolean {
  return words.size === 0 || LOOKING.has(subtitle.split(' ')[0] ?? '') || GIT_LOOKING.test(subtitle);
}
