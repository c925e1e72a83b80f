// launch-cli.ts is `cli.js`: it looks at the Node that runs, then loads `cli-main.js`; questions for the version, for help and
// for the manual page it answers itself. Node 12 can read it: the build writes the syntax of Node 12, and it imports nothing
// that a Node may lack.
import { homePaths } from '../config/paths.ts';
import { describeNode, isNodeServed } from '../core/node-version.ts';
import { ignore } from '../platform/ignored.ts';
import { VERSION } from './program-version.ts';

/** What Node itself ends with when a program waits for what cannot come. */
const NEVER_SETTLED = 13;
/** Columns for which the build wrote the help. */
const HELP_COLUMNS = 80;

const { node: version } = process.versions;
const words = process.argv.slice(2);
if (!isNodeServed(version)) {
  const { message, fix } = describeNode({ version, path: process.execPath });
  process.stderr.write(`error: ${message}\nfix:   ${fix}\n`);
  process.exitCode = 1;
} else if (words.length === 1 && words[0] === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else {
  // Until the program ends with a code of its own.
  process.exitCode = NEVER_SETTLED;
  const asked = helpAsked();
  if (asked === undefined) runProgram();
  else {
    import('node:fs').then(({ readFileSync }) => {
      const isManual = asked === '--man';
      const text = readFileSync(new URL(isManual ? 'man/cairn.1' : 'help.json', import.meta.url), 'utf8');
      const texts = isManual ? { [asked]: text } : JSON.parse(text);
      // A word that is no command: the program says which one was meant.
      if (!Object.hasOwn(texts, asked)) return runProgram();
      process.exitCode = 0;
      process.stdout.on('error', leaveIfUnread);
      process.stdout.write(texts[asked]);
    });
  }
}

/** What help is asked for: of all, of a command, or the manual page; `undefined` where it is none, or has to fit a narrow terminal. */
function helpAsked(): string | undefined {
  const [first, second] = words;
  if (words.length === 2 && first === 'help' && second === '--man') return second;
  if (process.stdout.isTTY && (process.stdout.columns || HELP_COLUMNS) < HELP_COLUMNS) return undefined;
  const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';
  if (words.length === 1 && (isHelp(first) || first === 'help')) return '';
  if (words.length !== 2) return undefined;
  return isHelp(second) ? first : first === 'help' ? second : undefined;
}

/** Whoever has read enough of the help closes the pipe. */
function leaveIfUnread(error: { code?: string }): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

function runProgram(): void {
  keepCompiled();
  // The team server is a program of its own: no other knows PostgreSQL.
  const program = words[0] === 'server' ? './server.js' : './cli-main.js';
  import(new URL(program, import.meta.url).href);
}

/**
 * Keeps what Node compiles of the program for its next start, in the home, once there is one. Node runs what it finds there:
 * so only in a folder that nobody else can write to or replace.
 */
function keepCompiled(): void {
  const { CAIRN_HOME, NODE_COMPILE_CACHE } = process.env;
  if (NODE_COMPILE_CACHE !== undefined) return;
  const given = CAIRN_HOME || '~/.cairn';
  const isBelow = given === '~' || given.startsWith('~/');
  const named = isBelow ? process.getBuiltinModule('os').homedir() + given.slice(1) : given;
  const fs = process.getBuiltinModule('fs');
  if (!fs.existsSync(named)) return;
  const { cache, home } = homePaths(fs.realpathSync(named));
  try {
    if (!isOwnPath(home)) return;
    if (!fs.existsSync(cache)) fs.mkdirSync(cache, { mode: 0o700 });
    if (isOwnPath(cache)) process.getBuiltinModule('module').enableCompileCache(cache);
  } catch (error) {
    ignore(error, 'nothing that Node compiles can be kept');
  }
}

/** Whether a folder and all above it are this user's or root's, and no one else can write to it or put another in its place. */
function isOwnPath(folder: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const { lstatSync } = process.getBuiltinModule('fs');
  const { dirname } = process.getBuiltinModule('path');
  const { mode, uid } = lstatSync(folder);
  if (uid !== user || (mode & 0o022) !== 0) return false;
  for (let at = folder; ; at = dirname(at)) {
    const stat = lstatSync(at);
    const isSticky = (stat.mode & 0o1000) !== 0;
    if (!stat.isDirectory() || ![0, user].includes(stat.uid) || ((stat.mode & 0o002) !== 0 && !isSticky)) return false;
    if (at === dirname(at)) return true;
  }
}
