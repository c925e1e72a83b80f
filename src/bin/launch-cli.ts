// launch-cli.ts is `cli.js`: it looks at the Node that runs, then loads `cli-main.js`; a question for the version or the
// manual page it answers itself. Node 12 can read it: the build writes the syntax of Node 12, and it imports nothing that a Node may lack.
import { describeNode, isNodeServed } from '../core/node-version.ts';
import { VERSION } from './program-version.ts';

/** What Node itself ends with when a program waits for what cannot come. */
const NEVER_SETTLED = 13;

const { node: version } = process.versions;
if (!isNodeServed(version)) {
  const { message, fix } = describeNode({ version, path: process.execPath });
  process.stderr.write(`error: ${message}\nfix:   ${fix}\n`);
  process.exitCode = 1;
} else if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else if (process.argv.length === 4 && process.argv[2] === 'help' && process.argv[3] === '--man') {
  import('node:fs').then(({ readFileSync }) => {
    process.stdout.write(readFileSync(new URL('man/cairn.1', import.meta.url)));
  });
} else {
  // Until the program ends with a code of its own.
  process.exitCode = NEVER_SETTLED;
  // The team server is a program of its own: no other knows PostgreSQL.
  const program = process.argv[2] === 'server' ? './server.js' : './cli-main.js';
  import(new URL(program, import.meta.url).href);
}
