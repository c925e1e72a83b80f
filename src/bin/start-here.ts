import { homedir } from 'node:os';
import type { Config } from '../config/resolve-config.ts';
import { createApp } from '../http/app.ts';
import { currentUserId } from '../platform/user-id.ts';
import { checkPersonClaim } from '../worker/person-claim.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { embedPlaces } from './embedding-paths.ts';
import { programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

/** Makes this process the worker of a home; `undefined` when another process is. */
export async function startHere(config: Config): Promise<Worker | undefined> {
  const userId = currentUserId();
  const person = { userId, program: programScript('cli') };
  return startWorker({
    createApp: (deps) => createApp({ ...deps, findPerson: (claim) => checkPersonClaim(claim, person) }),
    config,
    environment: { home: homedir(), variables: process.env },
    version: VERSION,
    userId,
    readerEntry: programScript('reader'),
    embedPlaces: embedPlaces(config.paths),
  });
}
