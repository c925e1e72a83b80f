import { wordSet } from '../../core/text/word-set.ts';
import type { ShellCommand } from './shell.ts';
import { operandsOf } from './shell.ts';

/** Programs that print the files named in their arguments. */
export const READERS: ReadonlySet<string> = wordSet(
  `cat bat head tail less more nl tac strings xxd od hexdump grep egrep fgrep rg ag ack sed awk gawk cut sort uniq diff cmp
  jq yq xq column fold fmt zcat bzcat xzcat gzcat unzip tar base64 pdftotext type`,
);

/** The file in which Claude Code keeps the output of a shell or an agent in the background, which it names to the agent. */
const TASK_OUTPUT = /^(?:\/private)?\/tmp\/claude(?:-\d{1,10})?\/(?:[^/]{1,300}\/){1,2}tasks\/([\w-]{1,60})\.output$/;

/** The name of the background task whose output a path keeps; `undefined` for any other path. */
export function taskOfOutput(path: string): string | undefined {
  return TASK_OUTPUT.exec(path)?.[1];
}

/** Programs whose first operand is a pattern or a script, not a file. */
const PATTERN_FIRST = wordSet('grep egrep fgrep rg ag ack sed awk gawk jq yq xq');

/** Files that a command prints: operands of a known reader, without its pattern or script. */
export function filesRead(command: ShellCommand): string[] {
  if (!READERS.has(command.program)) return [];
  const hasPattern =
    PATTERN_FIRST.has(command.program) && !command.args.some((arg) => /^(?:-e|-f|--files$|--regexp|--file)/.test(arg));
  return operandsOf(command).slice(hasPattern ? 1 : 0);
}
