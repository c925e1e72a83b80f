import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { embedPlaces } from '../../src/bin/embedding-paths.ts';
import { nextToProgram, pageFolder } from '../../src/bin/program-files.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import type { Deadlines } from '../../src/core/deadlines.ts';
import { createApp } from '../../src/http/app.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { GRAMMARS, programOf } from './built-program.ts';
import { placeInNewHome } from './fresh-database.ts';
import { type FreshHome, freshHome } from './fresh-home.ts';
import { environmentOf } from './run-worker.ts';

/**
 * Starts a worker in this process over a fresh home, for tests of what it answers; it leaves with the test, or before by
 * `leave`, which resolves when it has.
 */
export async function workerHere(
  context: TestContext,
  options: { at?: FreshHome; variables?: Record<string, string>; deadlines?: Partial<Deadlines> } = {},
): Promise<{ at: FreshHome; socket: string; leave: () => Promise<void> }> {
  const at = options.at ?? freshHome(context);
  const config = resolveConfig({ env: environmentOf(at), userHome: at.userHome, readText: () => undefined });
  placeInNewHome(config.paths.home, config.paths.db);
  const worker = await startWorker({
    createApp,
    config: { ...config, deadlines: { ...config.deadlines, ...options.deadlines } },
    environment: { home: at.userHome, variables: options.variables ?? {} },
    version: '0.0.0',
    userId: process.getuid?.() ?? 0,
    readerEntry: programOf('reader'),
    backupEntry: programOf('backup'),
    ingestEntry: programOf('ingest'),
    code: { entry: programOf('code'), grammars: () => GRAMMARS },
    embedPlaces: embedPlaces(config.paths),
    pageFolder,
    program: nextToProgram('.'),
  });
  assert.ok(worker);
  const leave = async (): Promise<void> => {
    worker.leave('stopped');
    await worker.left;
  };
  context.after(leave);
  return { at, socket: worker.socket, leave };
}
