// launch-cli.ts is `cli.js`: it looks at the Node that runs, then loads `cli-main.js`; questions for the version, for help and
// for the manual page it answers itself. Node 12 can read it: the build writes the syntax of Node 12, and it imports nothing
// that a Node may lack.
import { homePaths } from '../config/paths.ts';
import { describeNode, isNodeServed } from '../core/node-version.ts';
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

/** Keeps what Node compiles of the program for its next start, in the home, once there is one. */
function keepCompiled(): void {
  const { CAIRN_HOME, NODE_COMPILE_CACHE } = process.env;
  if (NODE_COMPILE_CACHE !== undefined) return;
  const { cache, home } = homePaths(CAIRN_HOME || `${process.getBuiltinModule('os').homedir()}/.cairn`);
  if (process.getBuiltinModule('fs').existsSync(home)) process.getBuiltinModule('module').enableCompileCache(cache);
}
