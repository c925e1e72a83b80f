// agents/windsurf: all that is known of Windsurf (Devin Desktop) and its agent Cascade — what it can do, its hook payloads,
// its settings. No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect } from './places.ts';
import { planSetup, planUninstall, TITLE } from './setup.ts';

/** Windsurf as a row of the registry. */
export const WINDSURF: Agent = {
  name: AGENT_NAME,
  title: TITLE,
  command: 'windsurf',
  otherNames: ['devin-desktop'],
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts: () => [],
  createParser: createNoLinesParser,
  planSetup,
  planUninstall,
};
