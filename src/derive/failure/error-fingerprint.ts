import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { commandName, mainCommands } from '../tool/main-commands.ts';
import { parseShell } from '../tool/shell.ts';
import { toolUseOf } from '../tool/tool-use.ts';
import type { ErrorLine } from './error-line.ts';
import { errorLinesOf } from './error-line.ts';
import { lintRuleOf } from './lint-rule.ts';
import { boundedKey, normalizeError } from './normalize-error.ts';

/** A failed call: `command` is the shell line of a tool that runs one, `path` the file of a tool that takes one. */
export interface FailedCall {
  tool: string;
  command?: string | undefined;
  path?: string | undefined;
  output: string;
  /** The names of the tests that the output says failed. */
  tests: readonly string[];
}

/** Identity of a failure: equal keys are the same failure. `line` is the printed line that says why, on one line. */
export interface ErrorFingerprint {
  key: string;
  line: string;
  /** The rule of a checker that the line breaks: `golangci-lint wrapcheck`. */
  rule?: string;
  /** `build`: the failure hides errors of later stages. */
  stage?: 'build' | 'test';
  /** Further errors of the same checker in the same output, at most three. */
  also?: Omit<ErrorFingerprint, 'also'>[];
}

const MAX_ALSO = 3;
const LINE_CHARS = 200;
const NAME_CHARS = 60;
/** Programs that only read: a missing file there is a wrongly guessed path, and its name is the key. */
const LOOKING = wordSet('ls cat head tail sed find stat less more bat tree wc nl awk cd file du readlink realpath');
const MISSING = /^(?:Error: )?(?:the )?(?:file|path|directory)\b.{0,200}(?:does not exist|not found)/i;
const MISSING_BEFORE = /(?:^|[\s'"`])([^\s'"`:]{1,300})['"`]?: No such file or directory/im;
const MISSING_AFTER = /no such file or directory: ['"`]?([^\s'"`:]{1,300})/i;
/** Least weight of a line that says why a test failed, not only that it did. */
const REASON_WEIGHT = 4;
const MAX_TESTS = 3;
const WITHOUT_REASON = ': ?';
const MISSING_KEY = 'missing: ';

/** The fingerprint of a failed call; `undefined` when its output has no words. Linear in the output. */
export function errorFingerprint(call: FailedCall): ErrorFingerprint | undefined {
  const [found, ...others] = errorLinesOf(call.command === undefined ? firstLines(call.output) : call.output);
  if (found === undefined) return undefined;
  const missing = missingFile(call);
  if (missing !== undefined) return { key: boundedKey(`${MISSING_KEY}${missing}`), line: shown(found.line) };
  const first = printOf(call, found);
  const also = new Map(others.map((line) => printOf(call, line)).map((print) => [print.key, print]));
  also.delete(first.key);
  return also.size === 0 ? first : { ...first, also: [...also.values()].slice(0, MAX_ALSO) };
}

function printOf(call: FailedCall, found: ErrorLine): ErrorFingerprint {
  const of = found.family ?? ofCall(call);
  const said = saidBy(call, found);
  const key = boundedKey(said === '' ? `${of}${WITHOUT_REASON}` : `${of}: ${said}`);
  const rule = lintRuleOf(found.line);
  return {
    key,
    line: shown(found.line),
    ...(rule !== undefined && { rule }),
    ...(found.stage !== undefined && { stage: found.stage }),
  };
}

function shown(line: string): string {
  return cutText(oneLine(line), LINE_CHARS);
}

/** False for the key of a failure without a known reason: two failures with this key need not be the same. */
export function isInformative(key: string): boolean {
  return !key.endsWith(WITHOUT_REASON);
}

/** The key under which the repairs of a checker's rule are kept, whatever line broke it. */
export function ruleKey(rule: string): string {
  return `rule: ${rule}`;
}

/** The keys under which the repairs of a failure are kept: of each of its lines the rule that it breaks, else its own key. */
export function failureKeys({ key, rule, also = [] }: Pick<ErrorFingerprint, 'key' | 'rule' | 'also'>): string[] {
  return [...new Set([{ key, rule }, ...also].map((one) => (one.rule === undefined ? one.key : ruleKey(one.rule))))];
}

/** What a key says failed, before its colon: the toolchain, or program and subcommand; '' of a key without one. */
export function familyOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(':')));
}

/** The name, in lower case, of the file that a key says was not found; `undefined` for the key of another failure. */
export function missingFileOf(key: string): string | undefined {
  return key.startsWith(MISSING_KEY) ? key.slice(MISSING_KEY.length) : undefined;
}

/** The normalized error line, with the test's name where a single test failed; several tests usually fail for one reason. */
function saidBy({ command, tests: failing }: FailedCall, { stage, weight, line }: ErrorLine): string {
  const said = command !== undefined && weight === 0 ? '' : normalizeError(line);
  const tests = stage === 'build' || command === undefined ? [] : failing;
  if (tests.length === 0) return said;
  if (weight >= REASON_WEIGHT) return tests.length === 1 ? `${tests[0]}: ${said}` : said;
  return tests.toSorted().slice(0, MAX_TESTS).join(', ');
}

/** The first two lines: a tool that runs no command says first what is wrong, and may then repeat its input. */
function firstLines(output: string): string {
  return output.split('\n', 2).join('\n');
}

/** Program and subcommand of the last main command of a shell line; for other tools their use or name. */
function ofCall({ tool, command }: FailedCall): string {
  if (command !== undefined) {
    const last = mainCommands(command).at(-1) ?? parseShell(command).at(-1);
    return ((last && commandName(last)) ?? 'command').toLowerCase().slice(0, NAME_CHARS);
  }
  const use = toolUseOf(tool, {});
  return (use === 'other' || use === 'foreign' ? tool : use).toLowerCase().slice(0, NAME_CHARS);
}

/** The name, in lower case, of a file that was not found at a guessed path; `undefined` for any other failure. */
function missingFile({ command, path, output }: FailedCall): string | undefined {
  if (command === undefined) {
    return path !== undefined && MISSING.test(output.slice(0, LINE_CHARS)) ? baseName(path).toLowerCase() : undefined;
  }
  if (!parseShell(command).every(({ program }) => LOOKING.has(program))) return undefined;
  const named = MISSING_BEFORE.exec(output)?.[1] ?? MISSING_AFTER.exec(output)?.[1];
  return named === undefined ? undefined : baseName(named).toLowerCase();
}
