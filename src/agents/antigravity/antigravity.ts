// agents/antigravity: all that is known of Antigravity — what it is said to do, its hook payloads, its transcripts, its
// settings. No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';

/** Antigravity as a row of the registry. */
export const ANTIGRAVITY: Agent = {
  name: AGENT_NAME,
  title: 'Antigravity',
  command: 'agy',
  otherNames: ['agy'],
  readerVersion: 2,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  companions,
  createParser,
  planSetup,
  planUninstall,
};
