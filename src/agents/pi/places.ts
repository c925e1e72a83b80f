import { basename, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** pi's folder of settings, extensions and sessions: `PI_CODING_AGENT_DIR`, else `~/.pi/agent`. */
export function agentFolder({ home, variables }: AgentEnvironment): string {
  return variables.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent');
}

/** The folder with a folder of sessions for each project. */
export function sessionsFolder(environment: AgentEnvironment): string {
  return join(agentFolder(environment), 'sessions');
}

/** The sessions, in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return foldersOf(sessionsFolder(environment))
    .flatMap((folder) => filesOf(folder, '.jsonl'))
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The session of a file, which is named after the time and the session. */
export function sessionOf(path: string): string {
  return basename(path, '.jsonl').replace(/^.*_(?=[\da-f-]{36}$)/, '');
}
