// agents/copilot-cli: all that is known of GitHub Copilot CLI — what it can do, its hook payloads, its transcripts, its
// settings. No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { createSnapshot } from './old-session.ts';
import { detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';

/** Copilot CLI as a row of the registry. */
export const COPILOT_CLI: Agent = {
  name: AGENT_NAME,
  title: 'Copilot CLI',
  command: 'copilot',
  resume: 'copilot --resume {id}',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  createParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
