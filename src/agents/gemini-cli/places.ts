import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asObject, asString } from '../../core/json.ts';
import type { FolderTrace } from '../../core/model/untold.ts';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import {
  filesOf,
  foldersOf,
  readJsonObject,
  readText,
  toTranscriptFile,
} from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const FOLDER = '.gemini';
const CHATS = 'chats';
const LINES = '.jsonl';
const WHOLE = '.json';
const SESSION = /^session-.*\.jsonl?$/;
const HASH = /^[0-9a-f]{64}$/;

/** Gemini CLI's folder: `.gemini` in `GEMINI_CLI_HOME`, else in the home. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return join(variables.GEMINI_CLI_HOME || home, FOLDER);
}

/** The file with hooks and MCP servers, of the user or of a repository. */
export function settingsPath({ environment, project }: SetupTarget): string {
  return join(project === undefined ? configFolder(environment) : join(project, FOLDER), 'settings.json');
}

/** True when Gemini CLI is or was used here; other Google agents keep their files in the same folder. */
export function detect(environment: AgentEnvironment): boolean {
  const folder = configFolder(environment);
  return ['settings.json', 'tmp', 'projects.json'].some((name) => existsSync(join(folder, name)));
}

/** All transcripts of sessions and subagents, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const chats = foldersOf(join(configFolder(environment), 'tmp')).map((project) => join(project, CHATS));
  return chats
    .flatMap((folder) => [
      ...[...filesOf(folder, LINES), ...filesOf(folder, WHOLE)].filter((path) => SESSION.test(basename(path))),
      ...foldersOf(folder).flatMap((session) => filesOf(session, LINES)),
    ])
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The files of a session's subagents, by the path of its own transcript: their folder is named after the session. */
export function companions(path: string): string[] {
  if (basename(dirname(path)) !== CHATS) return [];
  const short = /-([^-]+)\.jsonl?$/.exec(basename(path))?.[1];
  if (short === undefined) return [];
  return foldersOf(dirname(path))
    .filter((folder) => basename(folder).startsWith(short))
    .flatMap((folder) => filesOf(folder, LINES));
}

/** What the path of a transcript says about it. */
export interface TranscriptSource {
  /** Session of a file that names none. */
  session: string;
  /** Set for a subagent's own file. */
  subagent?: string;
  cwd?: string;
  /** Set where the folder is not known by its path. */
  trace?: FolderTrace;
}

/**
 * Reads the path of a transcript: `tmp/<project>/chats/session-<time>-<id>.jsonl`,
 * `…/chats/<session>/<subagent>.jsonl`.
 */
export function readSource(path: string): TranscriptSource {
  const folder = dirname(path);
  const name = basename(path).replace(/\.jsonl?$/, '');
  const isOwn = basename(dirname(folder)) === CHATS;
  const project = dirname(isOwn ? dirname(folder) : folder);
  const cwd = folderOf(project);
  const own = isOwn ? { session: basename(folder), subagent: name } : { session: name };
  if (cwd !== undefined) return { ...own, cwd };
  // Earlier versions name the folder of a project by the hash of its path.
  const sha256 = basename(project);
  const home = dirname(dirname(dirname(project)));
  return HASH.test(sha256) ? { ...own, trace: { sha256, home } } : own;
}

/** The working folder, from the marker file of the project's folder or from the list of projects. */
function folderOf(project: string): string | undefined {
  const marked = readText(join(project, '.project_root'))?.trim();
  if (marked) return marked;
  const projects = asObject(readJsonObject(join(dirname(dirname(project)), 'projects.json')).projects);
  return Object.keys(projects).find((path) => asString(projects[path]) === basename(project));
}
