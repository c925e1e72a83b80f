// bin/worker.ts is the worker: it owns the home until it is idle, replaced or stopped. Exits 0 also when another process
// owns the home already, 1 when it cannot start: the reason goes to the log, and as JSON to who started it.

import { homedir } from 'node:os';
import { resolveConfig } from '../config/resolve-config.ts';
import { type ErrorShape, toCairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { readTextIfThere } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { openLog } from '../platform/log.ts';
import { startThread } from '../platform/process/start-thread.ts';
import { readerData } from '../worker/reader-data.ts';
import { programScript } from './program-files.ts';

process.umask(0o077);
// For Node alone, which has read it: the programs that this one starts keep nothing there.
delete process.env.NODE_COMPILE_CACHE;
const config = resolveConfig({ env: process.env, userHome: homedir(), readText: readTextIfThere });
const log = openLog(config.paths.log, { level: config.settings['log.level'], now, process: 'worker' });
// Whoever started this may be gone, and what stderr was with it.
process.stderr.on('error', (error) => ignore(error, 'stderr of the worker is gone'));
process.on('uncaughtException', (error) => {
  log.error(`ended: ${error.stack ?? error.message}`);
  process.exit(1);
});

try {
  // It loads its program beside this one: what is asked first waits for both.
  const environment = { home: homedir(), variables: process.env };
  const reader = startThread(programScript('reader'), readerData(config, environment));
  reader.on('error', (error) => ignore(error, 'the first reader thread failed'));
  const { startHere } = await import('./start-here.ts');
  const worker = await startHere(config, reader);
  tellStarter({ ready: true });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      worker?.leave('stopped');
      // However long the leaving takes.
      setTimeout(() => process.exit(0), config.deadlines.leaveMs).unref();
    });
  }
  await worker?.left;
  process.exit(0);
} catch (error) {
  await reportToStarter({ error: toCairnError(error).toJSON() });
  process.exit(1);
}

/** Tells the process that started this one, if it still listens, that it need wait no longer. */
function tellStarter(news: { ready: true }): void {
  process.send?.(news, undefined, undefined, () => undefined);
}

/** Reports to the process that started this one and waits; nothing else is ever written there. */
function reportToStarter(failure: { error: ErrorShape }): Promise<void> {
  return new Promise((resolve) => {
    if (process.send !== undefined) process.send(failure, undefined, undefined, () => resolve());
    else process.stderr.write(`${JSON.stringify(failure)}\n`, () => resolve());
  });
}
