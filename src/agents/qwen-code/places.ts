import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, SetupTarget, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const FOLDER = '.qwen';
const CHATS = 'chats';
const ARCHIVE = 'archive';
const SUBAGENTS = 'subagents';
const LINES = '.jsonl';

/** Qwen Code's folder: `QWEN_HOME`, else `~/.qwen`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.QWEN_HOME || join(home, FOLDER);
}

/** The file with hooks and MCP servers, of the user or of a repository. */
export function settingsPath({ environment, project }: SetupTarget): string {
  return join(project === undefined ? configFolder(environment) : join(project, FOLDER), 'settings.json');
}

/** True when Qwen Code is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/** All transcripts of sessions and subagents, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const projects = foldersOf(join(configFolder(environment), 'projects'));
  return projects
    .flatMap((project) => [
      ...filesOf(join(project, CHATS), LINES),
      ...filesOf(join(project, CHATS, ARCHIVE), LINES),
      ...foldersOf(join(project, SUBAGENTS)).flatMap((session) => filesOf(session, LINES)),
    ])
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The files of a session's subagents, by the path of its own transcript. */
export function companions(path: string): string[] {
  const folder = dirname(path);
  const chats = basename(folder) === ARCHIVE ? dirname(folder) : folder;
  if (basename(chats) !== CHATS) return [];
  return filesOf(join(dirname(chats), SUBAGENTS, basename(path, LINES)), LINES);
}

/** Reads the path of a transcript: `chats/<session>.jsonl`, `subagents/<session>/agent-<id>.jsonl`. */
export function readSource(path: string): { session: string; subagent?: string } {
  const name = basename(path, LINES);
  const folder = dirname(path);
  const subagent = /^agent-(.+)$/.exec(name)?.[1];
  if (subagent === undefined || basename(dirname(folder)) !== SUBAGENTS) return { session: name };
  return { session: basename(folder), subagent };
}
