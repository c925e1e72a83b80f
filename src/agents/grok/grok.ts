// agents/grok: all that is known of Grok CLI — what it can do, its hooks, where its sessions lie and the form of its chats.
// Grok also runs Claude Code's and Cursor's hooks: from those Cairn learns that a session has gone on.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect, findTranscripts, sessionsFolder, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createSnapshot } from './transcript.ts';

/** Grok CLI as a row of the registry. */
export const GROK: Agent = {
  name: AGENT_NAME,
  title: 'Grok CLI',
  command: 'grok',
  resume: 'grok --resume {id}',
  readerVersion: 3,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  workFolders: (environment) => [sessionsFolder(environment)],
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  createSnapshot,
  planSetup,
  planUninstall,
};
