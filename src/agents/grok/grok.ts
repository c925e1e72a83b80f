// agents/grok: all that is known of Grok CLI — where its sessions lie and the form of its chats. Cairn sets up none of
// Grok's own hooks, which take no context. Grok also runs Claude Code's hooks: from those Cairn learns that a session
// has gone on.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { createSnapshot } from './transcript.ts';

const CHAT = 'chat_history.jsonl';

/** Grok CLI as a row of the registry. */
export const GROK: Agent = {
  name: 'grok',
  title: 'Grok CLI',
  readerVersion: 1,
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'Cairn sets no hooks up in it: its sessions are imported. Where Cairn is set up in Claude Code, Grok runs those hooks, and its sessions are read as they go on.',
      'Its sessions have no times but of their beginning: the order is right, the minutes are not.',
      'Its transcript does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    ],
    hooks: [],
    transcripts: '~/.grok/sessions/…/chat_history.jsonl',
    evidence: { how: 'recorded', versions: '0.2.111; chats of format 1', seen: '2026-11-22' },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  workFolders: (environment) => [folderOf(environment)],
  findTranscripts: (environment) =>
    sessionFolders(environment).flatMap((session) => toTranscriptFile('grok', join(session, CHAT)) ?? []),
  transcriptOf: (session, environment) => {
    const folder = sessionFolders(environment).find((path) => basename(path) === session);
    return folder === undefined ? undefined : toTranscriptFile('grok', join(folder, CHAT))?.path;
  },
  createParser: createNoLinesParser,
  createSnapshot,
};

/** The folders of all sessions, grouped by working folder. */
function sessionFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(folderOf(environment), 'sessions')).flatMap(foldersOf);
}

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.GROK_HOME || join(home, '.grok');
}
