import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Vibe's folder of settings and sessions: `VIBE_HOME`, else `~/.vibe`. */
export function vibeFolder({ home, variables }: AgentEnvironment): string {
  return variables.VIBE_HOME || join(home, '.vibe');
}

/** True when Vibe is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(vibeFolder(environment));
}

/** The folder of all sessions. */
export function sessionsFolder(environment: AgentEnvironment): string {
  return join(vibeFolder(environment), 'logs', 'session', 'unified');
}

/** The file of each session that names its newest state, which is written when a turn has ended; in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return foldersOf(sessionsFolder(environment)).flatMap(
    (folder) => toTranscriptFile(AGENT_NAME, join(folder, 'CURRENT')) ?? [],
  );
}

/** That file of a session; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  return findTranscripts(environment).find(({ path }) => basename(dirname(path)) === session)?.path;
}
