// agents/codex: all that is known of Codex — what it can do, its hook payloads, its rollouts, its settings.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';
import { SESSION_WRITER } from './write-session.ts';

/** Codex as a row of the registry. */
export const CODEX: Agent = {
  name: AGENT_NAME,
  title: 'Codex',
  command: 'codex',
  resume: 'codex resume {id}',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  companions,
  createParser,
  sessionWriter: SESSION_WRITER,
  planSetup,
  planUninstall,
};
