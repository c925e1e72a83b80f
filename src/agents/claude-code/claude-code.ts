// agents/claude-code: all that is known of Claude Code — what it can do, its hook payloads, its transcripts, its settings.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { Agent } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { companions, detect, findTranscripts, keepsDays } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';
import { SESSION_WRITER } from './write-session.ts';

/** Claude Code as a row of the registry. */
export const CLAUDE_CODE: Agent = {
  name: AGENT_NAME,
  title: 'Claude Code',
  command: 'claude',
  resume: 'claude --resume {id}',
  readerVersion: 2,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  companions,
  keepsDays,
  createParser,
  sessionWriter: SESSION_WRITER,
  planSetup,
  planUninstall,
};
