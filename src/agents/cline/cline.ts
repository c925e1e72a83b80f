// agents/cline: all that is known of Cline — what it can do, its hook payloads, its transcripts, its settings. No decision
// about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createSnapshot } from './snapshot.ts';

/** Cline as a row of the registry. */
export const CLINE: Agent = {
  name: AGENT_NAME,
  title: 'Cline',
  command: 'cline',
  readerVersion: 3,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  companions,
  createParser: createNoLinesParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
