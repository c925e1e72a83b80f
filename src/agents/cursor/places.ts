import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FolderTrace } from '../../core/model/untold.ts';
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

/** What the path of a transcript says: the folder where one alone has its name, else the name. */
export type TranscriptPlace = { session: string; subagent?: string; cwd?: string; trace?: FolderTrace };

/** Reads the path of a transcript: `<project>/agent-transcripts/<session>/(<session>|subagents/<subagent>).jsonl`. */
export function readSource(path: string): TranscriptPlace {
  const name = basename(path, LINES);
  const folder = dirname(path);
  const isSubagent = basename(folder) === SUBAGENTS;
  const own = isSubagent ? dirname(folder) : folder;
  const transcripts = basename(own) === TRANSCRIPTS ? own : dirname(own);
  const source = isSubagent ? { session: basename(own), subagent: name } : { session: name };
  return basename(transcripts) === TRANSCRIPTS ? { ...source, ...placeNamed(basename(dirname(transcripts))) } : source;
}

/** The folder that a name of Cursor's means, or the name where none or several have it. */
export function placeNamed(name: string): { cwd: string } | { trace: FolderTrace } {
  const cwd = folderOf(name);
  return cwd === undefined ? { trace: { slug: name } } : { cwd };
}

/**
 * The folder on this machine whose path is this name when every character other than letters and digits is replaced by
 * `-`; `undefined` when there is none, or more than one.
 */
export function folderOf(name: string, root = '/'): string | undefined {
  const [found, ...others] = foldersNamed(name, root, 0).take(2);
  return others.length === 0 ? found : undefined;
}

function* foldersNamed(name: string, root: string, depth: number): Generator<string> {
  if (depth > MAX_DEPTH) return;
  for (const folder of foldersOf(root)) {
    const own = basename(folder)
      .replace(/[^A-Za-z0-9]/g, '-')
      .replace(/^-+/, '');
    if (own === '' || !name.startsWith(own)) continue;
    const rest = name.slice(own.length);
    if (rest === '') yield folder;
    else if (rest.startsWith('-')) yield* foldersNamed(rest.replace(/^-+/, ''), folder, depth + 1);
  }
}

function transcriptFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(configFolder(environment), 'projects')).map((project) => join(project, TRANSCRIPTS));
}
