import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { editorFolders } from '../shared/setup/editor-folders.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const FOLDER = '.cursor';
const TRANSCRIPTS = 'agent-transcripts';
const SUBAGENTS = 'subagents';
const LINES = '.jsonl';
/** Name of the editor's database of conversations. */
export const EDITOR_STORE = 'state.vscdb';
/** Upper bound on the depth, in folders, of the search for a project's folder. */
const MAX_DEPTH = 20;

/** Cursor's folder of a user: `~/.cursor`. */
export function configFolder({ home }: AgentEnvironment): string {
  return join(home, FOLDER);
}

/** The files with hooks and MCP servers, of the user or of a repository. */
export function settingsFiles(environment: AgentEnvironment, project?: string): { hooks: string; servers: string } {
  const folder = project === undefined ? configFolder(environment) : join(project, FOLDER);
  return { hooks: join(folder, 'hooks.json'), servers: join(folder, 'mcp.json') };
}

/** True when Cursor is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts of sessions and subagents, in no order, and the editor's own store. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const stores = editorFolders(environment, ['Cursor']).map((user) => join(user, 'globalStorage', EDITOR_STORE));
  const files = transcriptFolders(environment).flatMap((folder) => [
    ...filesOf(folder, LINES),
    ...foldersOf(folder).flatMap((session) => [
      ...filesOf(session, LINES),
      ...filesOf(join(session, SUBAGENTS), LINES),
    ]),
  ]);
  return [...files, ...stores].flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The transcript of a session, which a hook may leave unnamed; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!/^[\w-]{1,100}$/.test(session)) return undefined;
  return transcriptFolders(environment)
    .flatMap((folder) => [join(folder, session, session + LINES), join(folder, session + LINES)])
    .find((path) => existsSync(path));
}

/** The files of a session's subagents, by the path of its own transcript. */
export function companions(path: string): string[] {
  const folder = dirname(path);
  return basename(folder) === SUBAGENTS ? [] : filesOf(join(folder, SUBAGENTS), LINES);
}

/** Reads the path of a transcript: `<project>/agent-transcripts/<session>/(<session>|subagents/<subagent>).jsonl`. */
export function readSource(path: string): { session: string; subagent?: string; cwd?: string } {
  const name = basename(path, LINES);
  const folder = dirname(path);
  const isSubagent = basename(folder) === SUBAGENTS;
  const own = isSubagent ? dirname(folder) : folder;
  const transcripts = basename(own) === TRANSCRIPTS ? own : dirname(own);
  const cwd = basename(transcripts) === TRANSCRIPTS ? folderOf(basename(dirname(transcripts))) : undefined;
  const source = isSubagent ? { session: basename(own), subagent: name } : { session: name };
  return cwd === undefined ? source : { ...source, cwd };
}

/**
 * The folder on this machine whose path is this name when every character other than letters and digits is replaced by
 * `-`; `undefined` when there is none.
 */
export function folderOf(name: string, root = '/', depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const folder of foldersOf(root)) {
    const own = basename(folder)
      .replace(/[^A-Za-z0-9]/g, '-')
      .replace(/^-+/, '');
    if (own === '' || !name.startsWith(own)) continue;
    const rest = name.slice(own.length);
    if (rest === '') return folder;
    const found = rest.startsWith('-') ? folderOf(rest.replace(/^-+/, ''), folder, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function transcriptFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(configFolder(environment), 'projects')).map((project) => join(project, TRANSCRIPTS));
}
