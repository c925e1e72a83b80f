// agents/pi: all that is known of pi — where its sessions lie and what form they have. Its only hooks are extensions,
// and Cairn writes none.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createPiParser } from '../shared/dialects/pi-transcript.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';

const NAME = 'pi';

/** pi as a row of the registry. */
export const PI: Agent = {
  name: NAME,
  title: 'pi',
  command: 'pi',
  readerVersion: 1,
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'It has no hooks that Cairn uses: its sessions are imported, and it searches the memory by MCP or the command.',
      'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    ],
    hooks: [],
    transcripts: '~/.pi/agent/sessions/…/*.jsonl',
    evidence: {
      how: 'live',
      versions: '0.87.1, 1.6.0 by npm run agents:check; files of 0.73.1 (sessions of version 3)',
      seen: '2026-11-27',
    },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  workFolders: (environment) => [folderOf(environment)],
  findTranscripts: (environment) =>
    foldersOf(join(folderOf(environment), 'sessions'))
      .flatMap((folder) => filesOf(folder, '.jsonl'))
      .flatMap((path) => toTranscriptFile(NAME, path) ?? []),
  // A file is named after the time and the session.
  createParser: ({ path }, state) =>
    createPiParser(NAME, basename(path, '.jsonl').replace(/^.*_(?=[\da-f-]{36}$)/, ''), state),
};

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent');
}
