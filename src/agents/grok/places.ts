import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const CHAT = 'chat_history.jsonl';

/** Grok's folder of settings, hooks and sessions: `GROK_HOME`, else `~/.grok`. */
export function grokFolder({ home, variables }: AgentEnvironment): string {
  return variables.GROK_HOME || join(home, '.grok');
}

/** True when Grok is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(grokFolder(environment));
}

/** The folder of all sessions. */
export function sessionsFolder(environment: AgentEnvironment): string {
  return join(grokFolder(environment), 'sessions');
}

/** The chats of all sessions, in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return sessionFolders(environment).flatMap((session) => toTranscriptFile(AGENT_NAME, join(session, CHAT)) ?? []);
}

/** The chat of a session; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  const folder = sessionFolders(environment).find((path) => basename(path) === session);
  return folder === undefined ? undefined : toTranscriptFile(AGENT_NAME, join(folder, CHAT))?.path;
}

/** The folders of all sessions, grouped by working folder. */
function sessionFolders(environment: AgentEnvironment): string[] {
  return foldersOf(sessionsFolder(environment)).flatMap(foldersOf);
}
