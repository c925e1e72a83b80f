// agents/opencode: all that is known of OpenCode — what it can do, what Cairn's plugin in it sends, its stores, its settings.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import type { JsonObject } from '../../core/json.ts';
import type { Agent, SnapshotReader } from '../shared/contract.ts';
import { readDatabase } from '../shared/opencode/database.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { CAPABILITIES } from './capabilities.ts';
import { readFiles } from './files.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { dataFolder, detect, findTranscripts, transcriptOf } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';
import { SESSION_WRITER } from './write-session.ts';

/** OpenCode as a row of the registry. */
export const OPENCODE: Agent = {
  name: AGENT_NAME,
  title: 'OpenCode',
  command: 'opencode',
  resume: 'opencode --session {id}',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  workFolders: (environment) => [dataFolder(environment)],
  findTranscripts,
  transcriptOf,
  createParser: createNoLinesParser,
  sessionWriter: SESSION_WRITER,
  createSnapshot,
  planSetup,
  planUninstall,
};

function createSnapshot({ path }: { path: string }, state?: JsonObject): SnapshotReader {
  return path.endsWith('.json') ? readFiles(path) : readDatabase(AGENT_NAME, path, state);
}
