// bin/server.ts is `cairn server`: a program of its own, so that nothing of PostgreSQL is loaded by anything else.
import './plain-schemas.ts';
import { userInfo } from 'node:os';
import { ignore } from '../platform/ignored.ts';
import { runServerCommand } from '../server/commands/run-command.ts';
import { teamPageFolder } from './program-files.ts';
import { VERSION } from './program-version.ts';

const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}

// Whoever reads what a server says may go; the server answers all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => ignore(error, 'nobody reads what the server says'));
}

const [, , first, ...rest] = process.argv;
const words = first === 'server' ? rest : first === undefined ? [] : [first, ...rest];
process.exitCode = await runServerCommand(words, {
  env: process.env,
  version: VERSION,
  pageFolder: teamPageFolder,
  now: Date.now,
  signal: ending.signal,
  actor: `${nameOfUser()} at the server`,
  print: (text) => void process.stdout.write(`${text}\n`),
  say: (text) => void process.stderr.write(`${text}\n`),
});

/** The system's name of who runs the command; a container may have none for its user. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return 'someone';
    throw error;
  }
}
