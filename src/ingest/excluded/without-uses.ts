import { wordSet } from '../../core/text/word-set.ts';
import { isShell } from './languages.ts';
import { mapWords } from './without-code.ts';

/** Programs that tell nothing of what lies in files of the names that they are given, and subcommands of git. */
const QUIET = wordSet(
  `echo printf source . test [ [[ ls ll rm touch chmod chown stat mkdir du wc file realpath readlink basename dirname shred
  ssh-add ssh-copy-id`,
);
const QUIET_OF_GIT = /^(?:add|rm|mv|check-ignore|status|ls-files|restore|reset|checkout|update-index)$/;
/** Options before a file that a program uses and does not show. */
const USES =
  /^--?(?:env-?file|var-file|kubeconfig|key|cert|cacert|private-key|identity-file|(?:ssl|tls)-?(?:key|cert|ca)|(?:key|cert)-?file)(?:=|$)/;
/** Programs whose last file is one that they make. */
const COPIES = /^(?:cp|mv|ln)$/;
const CONNECTS = /^(?:ssh|scp|sftp|rsync|autossh|mosh|ansible(?:-playbook)?)$/;
/** How many words of a command are looked at for its program and subcommand. */
const FIRST_MAX = 10;
/** What begins a command without being its program. */
const KEYWORD = /^(?:if|then|elif|else|while|until|do|!|\{)$/;
/** Variables that are taken from a file: `export $(grep -v '^#' .env | xargs)`. */
const EXPORTED = /\bexport[ \t]+(["']?)\$\([^()`;&\n]{0,300}\)\1/g;
/** What shows variables that a file set, parts of a file, or hands names on to what reads. */
const SHOWS =
  /\b(?:printenv|export -p|declare -|typeset -|set -\w*x|(?:ba|z)?sh -\w*x|process\.env|environ|getenv|ENV(?:IRON)?\b|xargs|parallel|config view|terraform (?:console|output))|\$_\b|<<<|\s-exec|compose\b.*\bconfig\b|\bgit\b[^;|&\n]*\s(?:-p|--patch)\b|(?<![\w./-])env\s*(?:$|[|;&\n>)'"])|(?:^|[;&|\n(])\s*(?:set|export)\s*(?:$|[|;&\n>)])|\b(?:echo|printf)\b[^;|&\n]*\$[A-Za-z_{]/;
/** A line that a shell is given as a word. */
const LINE = /^(["'])(.*)\1$/s;

/**
 * A command without the files that it uses and shows nothing of: `source .env`, `test -f .env`, `--env-file .env`, `ssh -i key`. For
 * patterns of secret files: what a call writes into one, or reads of it, stays. `line`: the command with its code. Linear.
 */
export function withoutUses(command: string, line: string): string {
  return SHOWS.test(line.replace(EXPORTED, '')) ? command : withoutUsed(command.replace(EXPORTED, ''));
}

function withoutUsed(command: string): string {
  return mapWords(command, (word, before, isLast) => {
    if (isUsed(word, before) || (isLast && COPIES.test(before[0] ?? ''))) return '';
    const line = isShell(before[0] ?? '') && /^-\w*c$/.test(before.at(-1) ?? '') ? LINE.exec(word)?.[2] : undefined;
    return line === undefined ? word : withoutUsed(line);
  });
}

function isUsed(word: string, before: readonly string[]): boolean {
  const [first = '', second = ''] = before.slice(0, FIRST_MAX).filter((one) => !KEYWORD.test(one));
  const program = first.slice(first.lastIndexOf('/') + 1);
  if (/[$`]\(|`/.test(word)) return false;
  if (QUIET.has(program) || (program === 'git' && QUIET_OF_GIT.test(second))) return true;
  const previous = before.at(-1) ?? '';
  if ((CONNECTS.test(program) && previous === '-i') || (/dotenv$/.test(before.at(-2) ?? '') && previous === '-e'))
    return true;
  return USES.exec(previous)?.[0].endsWith('=') === false || USES.exec(word)?.[0].endsWith('=') === true;
}
