import { wordSet } from '../../core/text/word-set.ts';
import type { ShellCommand } from './shell.ts';
import { operandsOf } from './shell.ts';

/** Programs that print the files named in their arguments. */
export const READERS: ReadonlySet<string> = wordSet(
  `cat bat head tail less more nl tac strings xxd od hexdump grep egrep fgrep rg ag ack sed awk gawk cut sort uniq diff cmp
  jq yq xq column fold fmt zcat bzcat xzcat gzcat unzip tar base64 pdftotext type`,
);

/** Programs whose first operand is a pattern or a script, not a file. */
const PATTERN_FIRST = wordSet('grep egrep fgrep rg ag ack sed awk gawk jq yq xq');

/** Files that a command prints: operands of a known reader, without its pattern or script. */
export function filesRead(command: ShellCommand): string[] {
  if (!READERS.has(command.program)) return [];
  const hasPattern =
    PATTERN_FIRST.has(command.program) && !command.args.some((arg) => /^(?:-e|-f|--files$|--regexp|--file)/.test(arg));
  return operandsOf(command).slice(hasPattern ? 1 : 0);
}
