// agents/kiro: all that is known of Kiro, its IDE and its CLI, and of Amazon Q, the CLI's predecessor — what they can
// do, their hook payloads, their transcripts, their settings. No decision about memory, and nothing that another agent
// shares.

import type { JsonObject } from '../../core/json.ts';
import type { Agent, SnapshotReader } from '../shared/contract.ts';
import { CAPABILITIES } from './capabilities.ts';
import { readConversations } from './conversations.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { readOldSession } from './old-session.ts';
import { companions, detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { createParser } from './transcript.ts';

/** Kiro as a row of the registry. */
export const KIRO: Agent = {
  name: AGENT_NAME,
  title: 'Kiro',
  command: 'kiro-cli',
  readerVersion: 1,
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

function createSnapshot({ path }: { path: string }, state?: JsonObject): SnapshotReader | undefined {
  if (path.endsWith('.sqlite3')) return readConversations(path, state);
  return path.endsWith('.json') ? readOldSession(path) : undefined;
}
