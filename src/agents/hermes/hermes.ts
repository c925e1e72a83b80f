// agents/hermes: all that is known of Hermes Agent — where its sessions lie (a database, in older versions files) and what
// they say. It has no hooks that Cairn uses.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import type { Agent, AgentEnvironment, SnapshotReader, TranscriptFile } from '../shared/contract.ts';
import { authorityOf } from '../shared/dialects/capabilities.ts';
import { createNoLinesParser } from '../shared/transcripts/no-lines.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { readDatabase } from './database.ts';
import { readFile } from './transcript.ts';

const NAME = 'hermes';
const DATABASE = 'state.db';
/** JSON files among the sessions that are none: their list, and failed requests to a model. */
const NO_SESSION = /^(?:sessions|request_dump_.*)\.json$/;

/** Hermes Agent as a row of the registry. */
export const HERMES: Agent = {
  name: NAME,
  title: 'Hermes Agent',
  readerVersion: 1,
  capabilities: {
    authority: authorityOf(),
    contextOn: [],
    contextBytes: 0,
    cannot: [
      'It has no hooks that Cairn uses: its sessions are imported.',
      'In the JSON files of older versions messages have no times but of the beginning of their session: the order is right, the minutes are not.',
      'Its store does not say whether a prompt was typed or came from a program: none counts as the words of a person.',
    ],
    hooks: [],
    transcripts: '~/.hermes/state.db, ~/.hermes/profiles/…/state.db, ~/.hermes/sessions/*.json',
    evidence: { how: 'live', versions: '0.19.0; files of April 2026', seen: '2026-11-27' },
  },
  detect: (environment) => existsSync(folderOf(environment)),
  workFolders: (environment) => [folderOf(environment)],
  findTranscripts,
  createParser: createNoLinesParser,
  createSnapshot,
};

function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const folder = folderOf(environment);
  const files = filesOf(join(folder, 'sessions'), '.json').filter((path) => !NO_SESSION.test(basename(path)));
  const homes = [folder, ...foldersOf(join(folder, 'profiles'))];
  return [...homes.map((home) => join(home, DATABASE)), ...files].flatMap((path) => toTranscriptFile(NAME, path) ?? []);
}

function createSnapshot({ path }: { path: string }, state?: JsonObject): SnapshotReader {
  return path.endsWith('.json') ? readFile(path) : readDatabase(path, state);
}

function folderOf({ home, variables }: AgentEnvironment): string {
  return variables.HERMES_HOME || join(home, '.hermes');
}
