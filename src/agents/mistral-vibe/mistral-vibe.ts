// agents/mistral-vibe: all that is known of Mistral Vibe — what it can do, its hooks, where its sessions lie and what their
// entries say.

import type { Agent } from '../shared/contract.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { detect, findTranscripts, sessionsFolder, transcriptOf } from './places.ts';
import { readSession } from './session.ts';
import { planSetup, planUninstall } from './setup.ts';

/** Mistral Vibe as a row of the registry. */
export const MISTRAL_VIBE: Agent = {
  name: AGENT_NAME,
  title: 'Mistral Vibe',
  command: 'vibe',
  resume: 'vibe --resume {id}',
  otherNames: ['vibe'],
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  workFolders: (environment) => [sessionsFolder(environment)],
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  createSnapshot: ({ path }, state) => readSession(path, state),
  planSetup,
  planUninstall,
};
