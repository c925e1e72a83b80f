// agents/cursor: all that is known of Cursor — what it can do, its hook payloads, its transcripts, its settings. No decision
// about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { createSnapshot } from './editor-store.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';

/** Cursor as a row of the registry. */
export const CURSOR: Agent = {
  name: AGENT_NAME,
  title: 'Cursor',
  command: 'cursor-agent',
  readerVersion: 2,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  companions,
  createParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
