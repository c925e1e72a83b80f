import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const DATABASE = 'sessions.db';

/** The file with a user's settings, hooks and MCP servers among them. */
export function configPath({ home }: AgentEnvironment): string {
  return join(home, '.config', 'devin', 'config.json');
}

/** The files of a repository with hooks and with MCP servers. */
export function projectFiles(project: string): { hooks: string; servers: string } {
  const folder = join(project, '.devin');
  return { hooks: join(folder, 'hooks.v1.json'), servers: join(folder, 'config.json') };
}

/** True when Devin CLI is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configPath(environment)) || databaseFolders(environment).some((folder) => existsSync(folder));
}

/** The database with all sessions, if it exists. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return databaseFolders(environment).flatMap((folder) => toTranscriptFile(AGENT_NAME, join(folder, DATABASE)) ?? []);
}

/** The database that holds a session; `undefined` when there is none. */
export function transcriptOf(_session: string, environment: AgentEnvironment): string | undefined {
  return findTranscripts(environment)[0]?.path;
}

function databaseFolders({ home, variables }: AgentEnvironment): string[] {
  const roots = [
    variables.XDG_DATA_HOME || join(home, '.local', 'share'),
    join(home, 'Library', 'Application Support'),
  ];
  return roots.map((root) => join(root, 'devin', 'cli'));
}
