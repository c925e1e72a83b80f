import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { configFolderOf, databasesOf, dataFolderOf, detectFolders, latestOf } from '../shared/opencode/places.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const SESSION = /^[\w-]{1,100}$/;

/** OpenCode's folder of settings: `opencode` below `XDG_CONFIG_HOME`, else below `~/.config`. */
export function configFolder(environment: AgentEnvironment): string {
  return configFolderOf(AGENT_NAME, environment);
}

/** OpenCode's folder of sessions: `opencode` below `XDG_DATA_HOME`, else below `~/.local/share`. */
export function dataFolder(environment: AgentEnvironment): string {
  return dataFolderOf(AGENT_NAME, environment);
}

/** True when OpenCode is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return detectFolders(AGENT_NAME, environment);
}

/** The databases, one per channel, and the sessions of versions that wrote files; in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const sessions = foldersOf(sessionsFolder(environment)).flatMap((project) => filesOf(project, '.json'));
  return [...databases(environment), ...sessions].flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** Where a session is stored, which no hook says: the database that changed last, else the session's own file. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  const latest = latestOf(AGENT_NAME, databases(environment));
  if (latest !== undefined || !SESSION.test(session)) return latest;
  return foldersOf(sessionsFolder(environment))
    .map((project) => join(project, `${session}.json`))
    .find((path) => existsSync(path));
}

function sessionsFolder(environment: AgentEnvironment): string {
  return join(dataFolder(environment), 'storage', 'session');
}

/** The databases, one per channel. */
export function databases(environment: AgentEnvironment): string[] {
  return databasesOf(AGENT_NAME, environment, environment.variables.OPENCODE_DB);
}
