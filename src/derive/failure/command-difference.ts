import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { type CommandRun, runsOf } from './command-run.ts';

/** How a call that worked differs from the one that failed: words that it has more and less, `env` among the first. */
export interface CommandDifference {
  with: string[];
  without: string[];
}

/** A call that failed and one that worked: their shell lines, and the printed line that says why the first failed. */
export interface CallPair {
  failed: string;
  passed: string;
  line: string;
  /** Whether the failed command tests or builds: there a choice of tests mends nothing. */
  purpose?: 'test' | 'build' | undefined;
}

const MAX_WORDS = 3;
/** Programs that look for something: that it is elsewhere mends nothing. */
const LOOKING = wordSet('rg grep egrep fgrep ag ack ls cat find fd sed awk head tail wc tree stat file diff nl');
const WORD_CHARS = 120;
const READ_CHARS = 2_000;
/** An assignment before a command: `GIT_EDITOR=true git …`. */
const ASSIGNED =
  /(?:^|[\s;&|(])([A-Z][A-Z0-9_]{1,40}=(?!\$\()(?:"[^"\n]{0,60}"|'[^'\n]{0,60}'|[^\s;&|"']{0,60}))(?=\s+[^\s;&|>])/g;
/** Flags that choose or show, and mend nothing. */
const SHOWING = wordSet(
  '-v -vv -q -s -h --verbose --quiet --silent --help --version --json --jq --format --color --no-color --oneline --stat -run --run -k -t -count -count=1 -race -failfast --grep --filter --testNamePattern --reporter -x -p -n -l -a -A -B -C -i -o --output --limit -L',
);
/** Words that an error line quotes or names as what is wrong with a call. */
const NAMED_WORD = /-{0,2}[\w-]{2,40}/g;
const FLAG = /^-{1,2}[A-Za-z]/;
/** Words with a meaning of their own in a shell are not told. */
const PLAIN_WORD = /^[\w./:@=+,%~-]{1,120}$/;
const WRONG_WORD = /\b(?:unrecogni[sz]ed|unknown|unexpected|invalid|illegal)\b/i;
const MISSING = /no such file|not found|cannot find|can't find|does not exist|ENOENT|did not match/i;

/**
 * What a call that worked has that a failed call of the same command lacks, where that is a few words that mend: a flag or
 * variable more, the flag that the error names less, or the path that exists. `undefined` where the calls differ otherwise.
 */
export function commandDifference(pair: CallPair): CommandDifference | undefined {
  const [failed, passed] = [pair.failed.slice(0, READ_CHARS), pair.passed.slice(0, READ_CHARS)];
  const ran = runsOf(failed);
  for (const other of runsOf(passed).toReversed()) {
    const one = ran.findLast((run) => run.name === other.name);
    const found = one === undefined ? ofRunner(ran, other) : ofRuns(one, other, pair);
    if (found !== undefined) return bounded(found);
  }
  return ran.some(({ program }) => LOOKING.has(program)) ? undefined : bounded(ofPlaces(failed, passed, pair.line));
}

function ofRuns(failed: CommandRun, passed: CommandRun, pair: CallPair): CommandDifference | undefined {
  const less = withoutThose(failed.args, passed.args);
  const more = withoutThose(passed.args, failed.args);
  const env = withoutThose(assigned(pair.passed), assigned(pair.failed));
  const named = less.filter((word) => FLAG.test(word) && isNamed(word, pair.line));
  const flags = more.filter((word) => FLAG.test(word) && !SHOWING.has(word));
  const told = flags.filter((word) => isNamed(word, pair.line));
  const isEnded = more.includes('--') && WRONG_WORD.test(pair.line);
  if (isEnded) return { with: ['--'], without: [] };
  if (told.length > 0) return { with: told, without: less.filter((word) => FLAG.test(word)) };
  if (named.length > 0 && more.length <= MAX_WORDS)
    return { with: more.filter((word) => FLAG.test(word)), without: named };
  if (less.length > 0 && LOOKING.has(failed.program)) return undefined;
  if (less.length > 0) return ofList(less, more, pair.line) ?? ofPath(less, more, pair.line);
  if (env.length > 0 && more.length === 0) return { with: env, without: [] };
  if (flags.length === 0 || more.length > MAX_WORDS || flags.length !== countFlags(more)) return undefined;
  return { with: [...env, ...more], without: [] };
}

/** A list without the entry that the error names: `--json a,b,c` without `c`. */
function ofList(less: readonly string[], more: readonly string[], line: string): CommandDifference | undefined {
  const [from = '', ...others] = less;
  const [to = '', ...further] = more;
  if (others.length > 0 || further.length > 0 || !from.includes(',')) return undefined;
  const gone = withoutThose(from.split(','), to.split(','));
  return gone.length > 0 && gone.every((word) => line.includes(word)) ? { with: [], without: gone } : undefined;
}

/** The same file at another place. */
function ofPath(less: readonly string[], more: readonly string[], line: string): CommandDifference | undefined {
  const [from = '', ...others] = less;
  const [to = '', ...further] = more;
  if (others.length > 0 || further.length > 0 || !MISSING.test(line)) return undefined;
  return isMoved(from, to) ? { with: [to], without: [from] } : undefined;
}

/** A program that is not found, and is run by another: `npx biome` for `biome`. */
function ofRunner(failed: readonly CommandRun[], passed: CommandRun): CommandDifference | undefined {
  const [first = ''] = passed.args;
  const same = failed.find(({ program }) => program === first);
  if (same === undefined || passed.args.length > same.args.length + 2) return undefined;
  return { with: [`${passed.program} ${first}`], without: [first] };
}

/** A program or script that lies elsewhere. */
function ofPlaces(failed: string, passed: string, line: string): CommandDifference | undefined {
  if (!MISSING.test(line)) return undefined;
  const words = (text: string): string[] => text.split(/[\s'"`\\;|&<>()]+/).filter((word) => word.includes('/'));
  const there = new Set(words(passed));
  for (const from of words(failed)) {
    if (there.has(from) || !line.includes(baseName(from))) continue;
    const to = [...there].find((path) => isMoved(from, path));
    if (to !== undefined) return { with: [to], without: [from] };
  }
  return undefined;
}

function isMoved(from: string, to: string): boolean {
  return from !== to && baseName(from) === baseName(to) && baseName(to).length > 2 && to.includes('/');
}

/** True when an error line names a word of the call, with or without its dashes. */
function isNamed(word: string, line: string): boolean {
  const bare = word.replace(/^-+|=.*$/g, '');
  return bare.length > 0 && (line.match(NAMED_WORD) ?? []).some((named) => named.replace(/^-+/, '') === bare);
}

function assigned(line: string): string[] {
  return [...line.matchAll(ASSIGNED)].map(([, one = '']) => one);
}

function countFlags(words: readonly string[]): number {
  return words.filter((word) => FLAG.test(word)).length;
}

/** The words of a list without those of another, each as often as it stands there. */
function withoutThose(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function bounded(found: CommandDifference | undefined): CommandDifference | undefined {
  if (found === undefined) return undefined;
  const all = [...found.with, ...found.without];
  if (all.length === 0 || found.with.length > MAX_WORDS) return undefined;
  return all.every((word) => word.length <= WORD_CHARS && word.split(' ').every((part) => PLAIN_WORD.test(part)))
    ? found
    : undefined;
}
