// agents/vscode: all that is known of the agent mode of VS Code — what it can do, its hook payloads, its transcripts, its
// settings. No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect, findTranscripts } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';

/** VS Code as a row of the registry. */
export const VSCODE: Agent = {
  name: AGENT_NAME,
  title: 'VS Code',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  createParser,
  planSetup,
  planUninstall,
};
