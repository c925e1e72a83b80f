// agents/hermes: all that is known of Hermes Agent — where its sessions lie and what they say. It has no hooks that
// Cairn knows.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { filesOf, toTranscriptFile } from '../shared/files.ts';
import { createNoLinesParser } from '../shared/no-lines.ts';
import { TRANSCRIPT_AUTHORITY } from '../shared/transcript-authority.ts';
import { createSnapshot } from './transcript.ts';

/** Hermes Agent as a row of the registry. */
export const HERMES: Agent = {
  name: 'hermes',
  title: 'Hermes Agent',
  capabilities: {
    authority: TRANSCRIPT_AUTHORITY,
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'It has no hooks that Cairn knows: its sessions are imported, as far as it writes them as JSON (not its state.db).',
      'Messages have no times but of the beginning of their session: the order is right, the minutes are not.',
    ],
    hooks: [],
    transcripts: '~/.hermes/sessions/*.json',
    evidence: { how: 'recorded', versions: 'sessions of April 2026' },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  findTranscripts: (environment) =>
    filesOf(join(folderOf(environment), 'sessions'), '.json')
      .filter((path) => !path.endsWith('sessions.json'))
      .flatMap((path) => toTranscriptFile('hermes', path) ?? []),
  companions: () => [],
  createParser: createNoLinesParser,
  createSnapshot,
};

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.HERMES_HOME || join(home, '.hermes');
}
