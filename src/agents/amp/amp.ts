// agents/amp: all that is known of Amp — the threads that older versions kept here. Newer ones are on its servers.
// No decision about memory, and nothing that another agent shares: that is in `agents/shared`.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent, AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { filesOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME, readThread } from './thread.ts';

/** Amp as a row of the registry. */
export const AMP: Agent = {
  name: AGENT_NAME,
  title: 'Amp',
  command: 'amp',
  readerVersion: 2,
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'Its hooks are a plugin that was not tried: only the threads are read that its older versions kept on this machine.',
      'Threads since then are on its servers; a file made with amp threads export is read when it lies with the others.',
      'Its threads do not say whether a prompt was typed: none counts as the words of a person.',
    ],
    hooks: [],
    transcripts: '~/.local/share/amp/threads/*.json',
    evidence: {
      how: 'facts',
      versions: 'threads as others described them in August 2026; npm brings a wrapper without the program',
      seen: '2026-08',
    },
  },
  detect: (environment) => existsSync(threadsFolder(environment)),
  workFolders: (environment) => [dirname(threadsFolder(environment))],
  findTranscripts,
  createParser: createNoLinesParser,
  createSnapshot: ({ path }) => readThread(path),
};

function threadsFolder({ home, variables }: AgentEnvironment): string {
  return join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), 'amp', 'threads');
}

function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return filesOf(threadsFolder(environment), '.json').flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}
