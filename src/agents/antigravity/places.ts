import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** File name of the transcript in which long texts are cut, and of the full one, which not every version writes. */
const SHORT = 'transcript.jsonl';
const FULL = 'transcript_full.jsonl';
const LOGS = ['.system_generated', 'logs'];

/** The folders of Antigravity's programs, one each. */
function appFolders({ home }: AgentEnvironment): string[] {
  return foldersOf(join(home, '.gemini')).filter((folder) => basename(folder).startsWith('antigravity'));
}

/** The folder of the hooks and MCP servers of the user, or of a repository. */
function customizationFolder({ environment, project }: SetupTarget): string {
  return project === undefined ? join(environment.home, '.gemini', 'config') : join(project, '.agents');
}

/** The folder of Cairn's plugin: Antigravity runs a user's hooks only from a plugin. */
function pluginFolder(target: SetupTarget): string {
  return join(customizationFolder(target), 'plugins', 'cairn');
}

/** The manifest that makes the folder a plugin; `undefined` for a repository, whose hooks need no plugin. */
export function pluginPath(target: SetupTarget): string | undefined {
  return target.project === undefined ? join(pluginFolder(target), 'plugin.json') : undefined;
}

/** The file with the hooks. */
export function hooksPath(target: SetupTarget): string {
  const folder = target.project === undefined ? pluginFolder(target) : customizationFolder(target);
  return join(folder, 'hooks.json');
}

/** The file with the MCP servers. */
export function mcpPath(target: SetupTarget): string {
  return join(customizationFolder(target), 'mcp_config.json');
}

/** True when Antigravity is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return appFolders(environment).length > 0;
}

/** All transcripts, `antigravity…/brain/<session>/.system_generated/logs/…`, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return appFolders(environment)
    .flatMap((folder) => foldersOf(join(folder, 'brain')))
    .map((session) => join(session, ...LOGS))
    .map((logs) => [FULL, SHORT].map((name) => join(logs, name)).find((path) => existsSync(path)))
    .flatMap((path) => (path === undefined ? [] : (toTranscriptFile(AGENT_NAME, path) ?? [])));
}

/** The full transcript, by the path of the short one, which hooks name. */
export function companions(path: string): string[] {
  const full = join(dirname(path), FULL);
  return isShort(path) && existsSync(full) ? [full] : [];
}

/**
 * Reads the path of a transcript: its session, whether its texts are not cut (`isFull`), and whether another file
 * contains all of it (`isCopy`).
 */
export function readSource(path: string): { session: string; isFull: boolean; isCopy: boolean } {
  const session = basename(dirname(dirname(dirname(path)))) || basename(path);
  return { session, isFull: basename(path) === FULL, isCopy: companions(path).length > 0 };
}

function isShort(path: string): boolean {
  return basename(path) === SHORT;
}
