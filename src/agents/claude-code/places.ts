import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asNumber } from '../../core/json.ts';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, readJsonObject, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';
import { isCompactionFile } from './transcript-source.ts';

const SUBAGENTS = 'subagents';
const KEPT_DAYS = 30;

/** Claude Code's folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** The file with a user's hooks. */
export function settingsPath(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'settings.json');
}

/** The file with a user's MCP servers, which Claude Code writes itself: in its folder only if that was moved. */
export function globalConfigPath(environment: AgentEnvironment): string {
  const { home, variables } = environment;
  return join(variables.CLAUDE_CONFIG_DIR || home, '.claude.json');
}

/** Days after which Claude Code deletes a transcript: `cleanupPeriodDays`, by default 30. */
export function keepsDays(environment: AgentEnvironment): number {
  return asNumber(readJsonObject(settingsPath(environment)).cleanupPeriodDays) ?? KEPT_DAYS;
}

/** True when Claude Code is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment)) || existsSync(globalConfigPath(environment));
}

/** All transcripts of sessions and subagents, in no order. Below the folder of Claude Code no link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const projects = foldersOf(join(configFolder(environment), 'projects'));
  const paths = projects.flatMap((project) => [
    ...filesOf(project, '.jsonl'),
    ...foldersOf(project).flatMap((session) => filesOf(join(session, SUBAGENTS), '.jsonl')),
  ]);
  return paths.filter((path) => !isCompactionFile(path)).flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The files of a session's subagents, by the path of its own transcript. */
export function companions(path: string): string[] {
  const folder = join(dirname(path), basename(path, '.jsonl'), SUBAGENTS);
  return filesOf(folder, '.jsonl').filter((file) => !isCompactionFile(file));
}
