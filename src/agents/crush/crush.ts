// agents/crush: all that is known of Crush — what it can do, its hook, its store, its settings.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { readDatabase } from './database.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';

/** Crush as a row of the registry. */
export const CRUSH: Agent = {
  name: AGENT_NAME,
  title: 'Crush',
  command: 'crush',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  createSnapshot: ({ path }, state) => readDatabase(path, state),
  planSetup,
  planUninstall,
};
