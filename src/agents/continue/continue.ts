// agents/continue: all that is known of Continue — its command line (cn) and its editors, which keep sessions in the same
// files, and its settings. It runs no hooks.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { filesOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME, LIST, readSession } from './session.ts';
import { continueFolder, planSetup, planUninstall } from './setup.ts';

/** Continue as a row of the registry. */
export const CONTINUE: Agent = {
  name: AGENT_NAME,
  title: 'Continue',
  command: 'cn',
  readerVersion: 2,
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'Its code knows hooks, and 1.5.47 runs none: nothing is told as it happens, and no context is passed on. Its agent asks Cairn through the MCP server.',
      'Set-up adds the MCP server to ~/.continue/config.yaml. Where that is missing, since the models were chosen on its site, set-up changes nothing.',
      'Its sessions have no times but of their beginning: what a reading finds new has the time of the file, so the order is right and the minutes are not.',
      'A pause leaves out all rows that were read first after it and can be of it: also the earlier and later ones of a session that was under way.',
      'Its sessions do not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    ],
    hooks: [],
    serverIn: '~/.continue/config.yaml',
    transcripts: '~/.continue/sessions/*.json',
    evidence: { how: 'live', versions: 'CLI 1.5.47', seen: '2026-11-28' },
  },
  detect: (environment) => existsSync(continueFolder(environment)),
  workFolders: (environment) => [sessionsFolder(environment)],
  findTranscripts,
  transcriptOf: (session, environment) =>
    findTranscripts(environment).find(({ path }) => basename(path) === `${session}.json`)?.path,
  createParser: createNoLinesParser,
  createSnapshot: ({ path }, state) => readSession(path, state),
  planSetup,
  planUninstall,
};

function sessionsFolder(environment: AgentEnvironment): string {
  return join(continueFolder(environment), 'sessions');
}

function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return filesOf(sessionsFolder(environment), '.json')
    .filter((path) => basename(path) !== LIST)
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}
