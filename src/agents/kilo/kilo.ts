// agents/kilo: what differs in Kilo Code CLI from OpenCode, of which it is a fork: names and folders. The rest is in
// `agents/shared/opencode`.

import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { readDatabase } from '../shared/opencode/database.ts';
import { databasesOf, dataFolderOf, detectFolders, latestOf } from '../shared/opencode/places.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { planSetup, planUninstall } from './setup.ts';

/** Kilo Code CLI as a row of the registry. */
export const KILO: Agent = {
  name: AGENT_NAME,
  title: 'Kilo Code CLI',
  command: 'kilo',
  resume: 'kilo --session {id}',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect: (environment) => detectFolders(AGENT_NAME, environment),
  workFolders: (environment) => [dataFolderOf(AGENT_NAME, environment)],
  findTranscripts: (environment) => databases(environment).flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []),
  transcriptOf: (_session, environment) => latestOf(AGENT_NAME, databases(environment)),
  createParser: createNoLinesParser,
  createSnapshot: ({ path }, state) => readDatabase(AGENT_NAME, path, state),
  planSetup,
  planUninstall,
};

function databases(environment: AgentEnvironment): string[] {
  return databasesOf(AGENT_NAME, environment);
}
