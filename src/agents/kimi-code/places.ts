import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const WIRE = 'wire.jsonl';
const AGENTS = 'agents';
const MAIN = 'main';
const SESSION = /^[\w-]{1,100}$/;

/** Kimi Code's folder: `KIMI_CODE_HOME`, else `~/.kimi-code`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.KIMI_CODE_HOME || join(home, '.kimi-code');
}

/** The file with a user's settings, hooks among them. */
export function configPath(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'config.toml');
}

/** The file with a user's MCP servers. */
export function mcpPath(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'mcp.json');
}

/** True when Kimi Code is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts, `sessions/wd_…/<session>/agents/<agent>/wire.jsonl`, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return workFolders(environment)
    .flatMap(foldersOf)
    .flatMap((session) => foldersOf(join(session, AGENTS)))
    .flatMap((agent) => toTranscriptFile(AGENT_NAME, join(agent, WIRE)) ?? []);
}

/** The transcript of a session's main agent, which no hook names; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!SESSION.test(session)) return undefined;
  return workFolders(environment)
    .map((folder) => join(folder, session, AGENTS, MAIN, WIRE))
    .find((path) => existsSync(path));
}

/** The files of a session's subagents, by the path of its main one. */
export function companions(path: string): string[] {
  const own = dirname(path);
  return foldersOf(dirname(own))
    .filter((folder) => folder !== own && basename(folder) !== MAIN)
    .map((folder) => join(folder, WIRE))
    .filter((file) => existsSync(file));
}

function workFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(configFolder(environment), 'sessions'));
}
