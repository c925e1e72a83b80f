import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** The transcript with long texts cut, and the one with all of them, which not every version writes. */
const SHORT = 'transcript.jsonl';
const FULL = 'transcript_full.jsonl';
const LOGS = ['.system_generated', 'logs'];

/** The folders of Antigravity's programs, of which each has its own. */
function appFolders({ home }: AgentEnvironment): string[] {
  return foldersOf(join(home, '.gemini')).filter((folder) => basename(folder).startsWith('antigravity'));
}

/** The folder whose hooks and MCP servers count everywhere, or in a repository. */
function customizationFolder({ environment, project }: SetupTarget): string {
  return project === undefined ? join(environment.home, '.gemini', 'config') : join(project, '.agents');
}

/** The folder of Cairn's plugin: hooks of a person run from a plugin only. */
function pluginFolder(target: SetupTarget): string {
  return join(customizationFolder(target), 'plugins', 'cairn');
}

/** The file that makes the plugin one; none for a repository, whose hooks need none. */
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
    .flatMap((path) => (path === undefined ? [] : [toTranscriptFile(AGENT_NAME, path)]))
    .filter((file) => file !== undefined);
}

/** The full transcript, by the path of the short one, which hooks name. */
export function companions(path: string): string[] {
  const full = join(dirname(path), FULL);
  return isShort(path) && existsSync(full) ? [full] : [];
}

/** What the place of a transcript says: its session, and whether another file has all that it has. */
export function readSource(path: string): { session: string; isCopy: boolean } {
  const session = basename(dirname(dirname(dirname(path))));
  return { session: session || basename(path), isCopy: companions(path).length > 0 };
}

function isShort(path: string): boolean {
  return basename(path) === SHORT;
}
