// agents/devin-cli: all that is known of Devin CLI — what it can do, its hook payloads, its database, its settings. No
// decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { createSnapshot } from './database.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';

/** Devin CLI as a row of the registry. */
export const DEVIN_CLI: Agent = {
  name: AGENT_NAME,
  title: 'Devin CLI',
  command: 'devin',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
