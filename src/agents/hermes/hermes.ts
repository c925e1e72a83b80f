// agents/hermes: all that is known of Hermes Agent — what it can do, its hooks, where its sessions lie (a database, in older
// versions files) and what they say.

import { existsSync } from 'node:fs';
import type { JsonObject } from '../../core/json.ts';
import type { Agent, SnapshotReader } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { readDatabase } from './database.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { findTranscripts, hermesFolder, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { readFile } from './transcript.ts';

/** Hermes Agent as a row of the registry. */
export const HERMES: Agent = {
  name: AGENT_NAME,
  title: 'Hermes Agent',
  command: 'hermes',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect: (environment) => existsSync(hermesFolder(environment)),
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  createSnapshot,
  planSetup,
  planUninstall,
};

function createSnapshot({ path }: { path: string }, state?: JsonObject): SnapshotReader {
  return path.endsWith('.json') ? readFile(path) : readDatabase(path, state);
}
