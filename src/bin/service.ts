// service.ts is the worker: the owner of the home, until it is idle, replaced or stopped. Exits 0 also when another
// process owns the home already, 1 when it cannot start (why stands in the log).

import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from '../config/resolve-config.ts';
import { toCairnError } from '../core/errors.ts';
import { createApp } from '../http/app.ts';
import { now } from '../platform/clock.ts';
import { readTextIfThere } from '../platform/files.ts';
import { openLog } from '../platform/log.ts';
import { startOwner } from '../service/owner.ts';

/** Milliseconds that leaving may take before the process ends all the same. */
const LEAVE_MS = 8_000;

const near = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const isSource = extname(import.meta.url) === '.ts';

process.umask(0o077);
const config = resolveConfig({ env: process.env, userHome: homedir(), readText: readTextIfThere });
const log = openLog(config.paths.log, { level: config.settings['log.level'], now, process: 'worker' });
process.on('uncaughtException', (error) => {
  log.error(`ended: ${error.stack ?? error.message}`);
  process.exit(1);
});

try {
  const owner = await startOwner({
    createApp,
    config,
    environment: { home: homedir(), variables: process.env },
    version: readVersion(),
    userId: userInfo().uid,
    readerEntry: near(isSource ? './reader.ts' : './reader.js'),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      owner?.leave('stopped');
      setTimeout(() => process.exit(0), LEAVE_MS).unref();
    });
  }
  await owner?.left;
  process.exit(0);
} catch (error) {
  log.error(toCairnError(error).message);
  process.exit(1);
}

function readVersion(): string {
  const text = readFileSync(near(isSource ? '../../package.json' : './package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
