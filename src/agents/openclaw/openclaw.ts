// agents/openclaw: all that is known of OpenClaw — where its sessions lie; their form is that of pi. It has no hooks that
// Cairn knows.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/files.ts';
import { createPiParser } from '../shared/pi-transcript.ts';
import { TRANSCRIPT_AUTHORITY } from '../shared/transcript-authority.ts';

const NAME = 'openclaw';

/** OpenClaw as a row of the registry. */
export const OPENCLAW: Agent = {
  name: NAME,
  title: 'OpenClaw',
  capabilities: {
    authority: TRANSCRIPT_AUTHORITY,
    contextOn: [],
    contextBytes: 0,
    cannot: ['It has no hooks that Cairn knows: its sessions are imported.'],
    hooks: [],
    transcripts: '~/.openclaw/agents/…/sessions/*.jsonl',
    evidence: { how: 'recorded', versions: 'sessions of version 3' },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  findTranscripts: (environment) =>
    foldersOf(join(folderOf(environment), 'agents'))
      .flatMap((agent) => filesOf(join(agent, 'sessions'), '.jsonl'))
      // What the program traces for itself lies beside the sessions.
      .filter((path) => !path.endsWith('.trajectory.jsonl'))
      .flatMap((path) => toTranscriptFile(NAME, path) ?? []),
  companions: () => [],
  createParser: ({ path }, state) => createPiParser(NAME, basename(path, '.jsonl'), state),
};

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.OPENCLAW_STATE_DIR || join(home, '.openclaw');
}
