// agents/gemini-cli: all that is known of Gemini CLI — what it can do, its hook payloads, its transcripts, its settings.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser, createSnapshot } from './transcript.ts';

/** Gemini CLI as a row of the registry. */
export const GEMINI_CLI: Agent = {
  name: AGENT_NAME,
  title: 'Gemini CLI',
  command: 'gemini',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  companions,
  createParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
