// derive/failure: decides whether a tool call failed, and gives each failure a key by which it is recognised again.
// Findings about failures come from `derive/session/findings`, patterns from `derive/pattern`.

import type { ToolEnd } from '../../core/model/event.ts';
import type { FailureDetail } from '../../core/model/item.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { REFUSED } from '../text/title-words.ts';
import { plainText, truncateText } from '../text/truncate-text.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf, parseShell } from '../tool/shell.ts';
import { commandOf, pathOf } from '../tool/tool-input.ts';
import { toolUseOf } from '../tool/tool-use.ts';
import { errorFingerprint } from './error-fingerprint.ts';
import { failingTests } from './failing-tests.ts';
import { isTestOrBuild } from './test-commands.ts';

/** Upper bound on the characters read of an output: as many as ageing keeps. */
const READ_CHARS = 7_200;
const WRAPPING = /^(?:Error: )?(?:Exit code:? -?\d+|Command failed[^\n]{0,40})\n/;
/** Programs that answer "no" by a failing exit code: nothing went wrong. */
const ASKING = wordSet(
  'grep egrep fgrep rg ag ack diff cmp test [ [[ which whereis type command hash pgrep pidof lsof fuser false comm expr kill pkill killall',
);
const ASKING_GIT = wordSet('diff show-ref rev-parse merge-base check-ignore ls-remote grep config');
/** Lines by which a failed test or build is recognised when its exit code was lost, as behind `| tail`. */
const LOST =
  /^\s*--- FAIL: |^FAIL(?:\t|$)|^FAILED |^(?:Tests|Test Files|Test Suites):? +.{0,40}\b[1-9]\d* failed|^# fail [1-9]|^not ok \d|\b[1-9]\d{0,4} (?:failed|failures?|failing)\b|^test result: FAILED|^error(?:\[E\d{4}\])?: (?!0 )\S|\berror TS\d{3,5}:|^npm (?:ERR!|error) |\bBUILD FAILED\b|^\[ERROR\] |^make(?:\[\d+\])?: \*\*\* |^[\w./@-]{1,200}\.go:\d+:\d+: \S|\*\* \(\w*Error\)|^Total errors: [1-9]|\b[Ff]ound [1-9]\d{0,4} [a-z ]{0,30}(?:errors?|issues?|problems?|opportunit|violations?|suggestions?)/m;
const LOST_BY_ANY = /^Traceback \(most recent call last\):/;
/** How Codex reports a command that its sandbox may have stopped. */
const SANDBOXED = /^failed in sandbox \w{1,40} with execution error: .{0,80}?exit code: (\d+), stdout: (?:, stderr: )?/;
const PIPED = /\|(?!\|)|\|\| ?(?:true|:|echo)|;/;

/** Why a finished tool call failed; `undefined` when it did not, was refused by a person, or only answered "no". */
export function failureOf(body: ToolEnd): FailureDetail | undefined {
  if (body.interrupted === true || body.reply?.refused === true || REFUSED.test(body.output)) return undefined;
  const use = toolUseOf(body.tool, body.input);
  if (use === 'own' || use === 'todo' || use === 'delegate') return undefined;
  const command = use === 'shell' ? (commandOf(body.input) ?? '') : undefined;
  const sandboxed = SANDBOXED.exec(body.output.slice(0, READ_CHARS));
  const output = readOutput(body.output.slice(sandboxed?.[0].length ?? 0));
  const failed = !body.success || sandboxed !== null || (command !== undefined && isLost(command, output));
  if (!failed) return undefined;
  const exitCode = sandboxed === null ? body.exitCode : Number(sandboxed[1]);
  if (command !== undefined && isAnswer(command, output, exitCode)) return undefined;
  const tests = failingTests(output);
  const print = errorFingerprint({ tool: body.tool, command, path: pathOf(body.input), output, tests });
  if (print === undefined) return undefined;
  return tests.length === 0 ? print : { ...print, tests };
}

/** Head and tail of an output as plain text, without an agent's wrapping. */
function readOutput(output: string): string {
  const bounded = truncateText(output, { max: READ_CHARS, tailShare: 0.6 });
  const bare = bounded.replace(/<\/?tool_use_error>/g, '').replace(WRAPPING, '');
  return plainText(bare.includes('\\n\\n') ? bare.replaceAll('\\n', '\n') : bare);
}

/** True for a test or a build that failed though the shell line as a whole did not. */
function isLost(command: string, output: string): boolean {
  if (LOST_BY_ANY.test(output)) return true;
  return PIPED.test(command) && isTestOrBuild(command) && LOST.test(output);
}

/** True for a command whose failing is an answer: nothing found, files differ, not installed. */
function isAnswer(command: string, output: string, exitCode: number | undefined): boolean {
  if (exitCode !== undefined && exitCode > 1) return false;
  const last = parseShell(command).at(-1);
  return last !== undefined && asks(last) && !/\b(?:error|fatal|invalid|unrecognized|usage)\b/i.test(output);
}

function asks(command: ShellCommand): boolean {
  if (command.program === 'git') return ASKING_GIT.has(operandsOf(command)[0] ?? '');
  return ASKING.has(command.program);
}
