import { wordSet } from '../../core/text/word-set.ts';
import type { ShellCommand } from './shell.ts';
import { operandsOf, parseShell } from './shell.ts';

/** Commands that only prepare the next one. */
const PREPARING = wordSet('cd pushd popd source . export set unset sleep echo true mkdir');
/** Commands that only filter or cut the output of the command before. */
const TRIMMING = wordSet('head tail tee cat less more sort uniq wc grep sed awk');

/** `cd` and `export` before the main command: `cd x &&`, `export A=b &&`. */
const LEADING = /^(?:(?:cd|export)\s+(?:"[^"]{0,300}"|'[^']{0,300}'|\S{1,300})\s*(?:&&|;)\s*)+/;

/** A one-line shell line without leading `cd` and `export` commands. */
export function withoutLeading(line: string): string {
  return line.replace(LEADING, '');
}

/** The main commands of a shell line: without those that only prepare another, or filter its output. */
export function mainCommands(line: string): ShellCommand[] {
  return parseShell(line).filter(({ program }) => !PREPARING.has(program) && !TRIMMING.has(program));
}

/** Program and subcommand: `npm test`, `git commit`, `python`; `undefined` for a program with an unsafe name. */
export function commandName(command: ShellCommand): string | undefined {
  const program = /^[\w.+@-]{1,40}$/.test(command.program) ? command.program : undefined;
  if (program === undefined) return undefined;
  const [first, second] = operandsOf(command);
  const words = [program, first, first === 'run' || first === 'exec' ? second : undefined];
  const named = words.filter((word) => word !== undefined && /^[a-z][\w:.-]{0,30}$/.test(word) && !/\.\w+$/.test(word));
  return [program, ...named.slice(named[0] === program ? 1 : 0)].join(' ');
}
