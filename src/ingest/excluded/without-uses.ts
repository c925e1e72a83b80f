import { wordSet } from '../../core/text/word-set.ts';
import { isShell } from './languages.ts';
import { ASSIGNED, mapWords, withoutQuotes } from './without-code.ts';
import { RUN } from './without-documents.ts';

/** Programs that tell nothing of what lies in files of the names that they are given, and subcommands of git. */
const QUIET = wordSet(
  `echo printf source . test [ [[ ls ll rm touch chmod chown stat mkdir du wc file realpath readlink basename dirname shred
  ssh-add ssh-copy-id`,
);
const QUIET_OF_GIT = /^(?:add|rm|mv|check-ignore|status|ls-files|restore|reset|checkout|update-index)$/;
/** Options before a file that a program uses and does not show. */
const USES =
  /^--?(?:(?:from-)?env(?:-?file)?|var-file|kubeconfig|(?:ssl-?|tls-?|private-|ca)?(?:key|cert|ca)(?:-?file)?|identity-file)(=|$)/;
/** The options of programs that start another one with the variables of a file. */
const STARTS = /dotenv(?:-cli)? -e$|env-cmd -f$/;
/** What copies files and shows nothing of them, and by what another program could read a copy that it does not name. */
const COPY = /(?<![^\s;|&(])(?:cp|mv|ln)((?:[ \t]+[^\s;|&<>()`]+){2,9})/g;
const READS_ANY = /\*|(?<!\$)\?|\bdo\b|diff/;
const CONNECTS = /^(?:(?:auto)?ssh|scp|sftp|rsync|mosh|ansible.*)$/;
/** Upper bound on the words of a command whose copies are looked for. */
const WORDS_MAX = 5_000;
/** How many words of a command are looked at for its program and subcommand. */
const FIRST_MAX = 10;
/** What begins a command without being its program. */
const KEYWORD = /^(?:if|then|elif|else|while|until|do|!|\{)$/;
/** Variables that are taken from a file: `export $(grep -v '^#' .env | xargs)`, `env $(cat .env) npm test`. */
const EXPORTED = /\b(?:export|(env))(?<!\b(?:echo|printf?)\b[^;|&\n]{0,200})[ \t]+["']?\$\([^()`;&\n]{0,300}\)["']?/g;
/** What another command says of a file, where it becomes the value of a variable or what a database is reached by. */
const TAKEN = /"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|(?<=\w=|sql )(\$\([^()`;&\n"]{0,300}\))/gs;
const ANSWER = /^"\$\((?:\w*grep|sed|awk) [^()`;&\n]*\)"$/;
/** What shows that value beside what shows variables: a here-document, or a text in quotes that a program is given. */
const SHOWS_VALUE = /<<|\b(?:jq|awk)\b[^;|&\n]{0,300}\$|\s-\w*[cermp]\s+"[^"\n]*\$/;
/** What shows variables that a file set, parts of a file, or hands names on to what reads. */
const SHOWS =
  /\b(?:printenv|export -p|declare -|typeset -|set -o (?:xtrace|verbose)|(?:set|\w*sh) -\w*[xv]|process\.env|environ|getenv|(?:\b|_)ENV(?:IRON)?\b|(?:Deno|Bun|meta)\.env|(?<![\w./-])env\.\w|envsubst|xargs|parallel|config view|terraform (?:console|output))|\$_\b|<<<|\s-exec|\$\([ \t]*(?:ls|git ls-files)\b|\|[ \t]*while\b|--entrypoint[ =]env\b|(?:(?<![\w./-])(?:(?:\/usr)?\/bin\/)?env|(?:^|[;&|\n(])[ \t]*(?:set|export))[ \t]*(?:$|[|;&\n>)'"#]|\d?>|-0|--null)/;
/** Programs that show some of it by what stands behind them in a simple command. */
const SHOWS_BEHIND: readonly (readonly [program: RegExp, behind: RegExp])[] = [
  [/\b(?:echo|printf?)\b/, /\$[A-Za-z_{]/],
  [/\b(?:jq|sed)\b|\s-e\s/, /"[^"]*\$[A-Za-z_{]/],
  [/\bgit\b/, /\s(?:-p|--patch)\b/],
  [/\bcompose\b/, /\b(?:config|convert)\b/],
  [/\s--dry-run\b/, /\s-o\b/],
];
/** A here-document in which a shell puts values. */
const FILLED = /<<-?[ \t]*\w/;
/** A text in quotes in which a shell puts values. */
const QUOTED = /"(?:[^"\\]|\\.)*"/gs;

/**
 * A command without the files that it uses and shows nothing of: `source .env`, `test -f .env`, `--env-file .env`, `ssh -i key`. For
 * patterns of secret files: what a call writes into one, or reads of it, stays. `line`: the command with its code. Linear.
 */
export function withoutUses(command: string, line: string): string {
  if (shows(line.replace(EXPORTED, '$1'))) return command;
  const left = withoutCopied(command.replace(EXPORTED, '$1'));
  const read = new Set(line.match(/(?<=\$\W{0,2})\w+/g));
  if (SHOWS_VALUE.test(line)) read.add('');
  return withoutUsed(
    left.replace(TAKEN, (all, run) => (run ? `"${run}"` : all)),
    read,
  );
}

function shows(line: string): boolean {
  if (SHOWS.test(line)) return true;
  const document = line.search(FILLED);
  if (document >= 0 && /\$[A-Za-z_{]/.test(line.slice(document))) return true;
  const commands = line.replace(QUOTED, (text) => text.replace(/[;|&\n]/g, ' ')).split(/[;|&\n]/);
  return commands.some((command) =>
    SHOWS_BEHIND.some(([program, behind]) => {
      const at = command.search(program);
      return at >= 0 && behind.test(command.slice(at));
    }),
  );
}

/** `read`: the variables whose values the command takes; the empty one where it shows what is in some. */
function withoutUsed(command: string, read: ReadonlySet<string>): string {
  return mapWords(command, (word, before) => {
    if (isUsed(word, before)) return '';
    const [program = ''] = before;
    const previous = before.at(-1) ?? '';
    const [, name, value = ''] = (/^(?:export)?$/.test(program) && ASSIGNED.exec(word)) || [];
    const text = name ? value : word;
    if (ANSWER.test(text)) return (name || /sql$/.test(previous)) && !read.has('') ? '' : word;
    const isLine = CONNECTS.test(program) || (/^-\w*c$/.test(previous) && before.slice(0, FIRST_MAX).some(isShell));
    const isRead = name && (RUN.test(value) || read.has(name));
    if (name ? isRead : !isLine) return word;
    const inner = withoutQuotes(text);
    return /\s/.test(inner) ? withoutUsed(inner, read) : name ? '' : word;
  });
}

/** A command without the files that it copies, but where it names a copy again by another name or may read it otherwise. */
function withoutCopied(command: string): string {
  const words = command.split(/[\s;|&<>()`"'=:/]+/);
  if (words.length > WORDS_MAX) return command;
  return command.replace(COPY, (all: string, operands: string) => {
    const files = operands.match(/(?<=\s)[^\s-]\S*/g) ?? [];
    const last = files.at(-1) ?? '';
    const [target = '', ...names] = files.map((file) => nameOf(file.replace(/["']/g, ''))).reverse();
    // In a folder the copy has the name of its source.
    const isFolder = /^\.{0,2}$/.test(target);
    const isAgain = (isFolder ? names : [target]).some((name) => words.filter((word) => word === name).length > 1);
    const isOther = (/\$|\/dev\//.test(last) || isAgain) && (isFolder || names.some((name) => name !== target));
    return isOther || READS_ANY.test(command) ? all.slice(0, -last.length) : '';
  });
}

function isUsed(word: string, before: readonly string[]): boolean {
  const [first = '', second = ''] = before.slice(0, FIRST_MAX).filter((one) => !KEYWORD.test(one));
  const program = nameOf(first);
  if (RUN.test(word)) return false;
  if (QUIET.has(program) || (program === 'git' && QUIET_OF_GIT.test(second))) return true;
  const previous = before.at(-1) ?? '';
  if (CONNECTS.test(program) && previous === '-i') return true;
  return STARTS.test(before.slice(-3).join(' ')) || USES.exec(previous)?.[1] === '' || USES.exec(word)?.[1] === '=';
}

/** The part of a path behind its last slash; empty for one that ends with a slash. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
