import { homedir } from 'node:os';
import type { Worker as Thread } from 'node:worker_threads';
import type { Caller, Memory } from '../api/contract.ts';
import type { AppDeps } from '../api/http-answers.ts';
import { toMemory } from '../api/methods.ts';
import type { Config } from '../config/resolve-config.ts';
import { createApp } from '../http/app.ts';
import type { McpHttp } from '../mcp/http.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { removeLeft, UNFINISHED } from '../platform/process/remove-left.ts';
import { trimCompileCache } from '../platform/process/trim-compile-cache.ts';
import { currentUserId } from '../platform/user-id.ts';
import { removeCopies } from '../setup/setup-backup.ts';
import { checkPersonClaim } from '../worker/person-claim.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { codePrograms } from './code-programs.ts';
import { embedPlaces } from './embedding-paths.ts';
import { nextToProgram, pageFolder, programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

/** Makes this process the worker of a home; `undefined` when another process is. `spareReader`: as in `WorkerOptions`. */
export async function startHere(config: Config, spareReader?: Thread): Promise<Worker | undefined> {
  const userId = currentUserId();
  const person = { userId, program: programScript('cli') };
  const worker = await startWorker({
    createApp: (deps) => {
      const mcp = deps.via === 'tcp' ? mcpOf(deps) : undefined;
      return createApp({ ...deps, mcp, findPerson: (claim) => checkPersonClaim(claim, person) });
    },
    config,
    environment: { home: homedir(), variables: process.env },
    version: VERSION,
    userId,
    readerEntry: programScript('reader'),
    spareReader,
    backupEntry: programScript('backup'),
    ingestEntry: programScript('ingest'),
    code: codePrograms(config.paths),
    embedPlaces: embedPlaces(config.paths),
    pageFolder,
    program: nextToProgram('.'),
  });
  if (worker !== undefined) dropLeftovers(config);
  return worker;
}

/** Removes what earlier versions left: copies of agents' settings, once they are a month old, and what Node compiled of them; and what killed processes left. */
function dropLeftovers({ paths }: Config): void {
  try {
    removeCopies(paths.setupBackups, { now: now() });
    trimCompileCache(paths.cache, VERSION);
    removeLeft(paths.home, UNFINISHED);
  } catch (error) {
    ignore(error, 'what an earlier version left could not be removed');
  }
}

/** MCP over HTTP, which is loaded with the first request for it. */
function mcpOf({ usesFor, leaving }: AppDeps): McpHttp {
  let loading: Promise<McpHttp> | undefined;
  const memoryFor = (caller: Caller): Memory => toMemory(usesFor(caller));
  return async (request, caller) => {
    loading ??= import('./mcp-http.ts').then(({ createMcpHttp }) =>
      createMcpHttp({ version: VERSION, memoryFor, leaving }),
    );
    return (await loading)(request, caller);
  };
}
