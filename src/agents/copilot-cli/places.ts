import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Name of a session's transcript in its own folder. */
export const EVENTS = 'events.jsonl';
/** Folder of the sessions of old versions, each a JSON file that is rewritten whole. */
export const OLD_SESSIONS = 'history-session-state';
const SESSIONS = 'session-state';

/** Copilot CLI's folder: `COPILOT_HOME`, else `~/.copilot`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.COPILOT_HOME || join(home, '.copilot');
}

/** The hook file that only Cairn writes: the user's, or a repository's. */
export function hooksPath({ environment, project }: Pick<SetupTarget, 'environment' | 'project'>): string {
  return project === undefined
    ? join(configFolder(environment), 'hooks', 'cairn.json')
    : join(project, '.github', 'hooks', 'cairn.json');
}

/** The file with a user's MCP servers. */
export function mcpPath(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'mcp-config.json');
}

/** True when Copilot CLI is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts, in no order: `session-state/<id>/events.jsonl`, and where older versions kept them. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const folder = configFolder(environment);
  const sessions = join(folder, SESSIONS);
  const paths = [
    ...foldersOf(sessions).map((session) => join(session, EVENTS)),
    ...filesOf(sessions, '.jsonl'),
    ...filesOf(join(folder, OLD_SESSIONS), '.json'),
  ];
  return paths.flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The transcript of a session, which most hooks do not name; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!/^[\w-]{1,100}$/.test(session)) return undefined;
  const path = join(configFolder(environment), SESSIONS, session, EVENTS);
  return existsSync(path) ? path : undefined;
}
