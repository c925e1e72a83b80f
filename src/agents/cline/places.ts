import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { editorFolders } from '../shared/setup/editor-folders.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Ending of the name of a session's transcript. */
const MESSAGES = '.messages.json';
/** Ending of the name of the file with the context that a session's last compaction left. */
const COMPACTION = '.compaction.json';
/** Name of a task's transcript, as old versions of the extension wrote it. */
const TASK_MESSAGES = 'api_conversation_history.json';
const EXTENSION = 'saoudrizwan.claude-dev';

/** Cline's folder: `CLINE_DIR`, else `~/.cline`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.CLINE_DIR || join(home, '.cline');
}

/** The folder of a user's hooks. */
export function hooksFolder(environment: AgentEnvironment): string {
  return join(configFolder(environment), 'hooks');
}

/** The folder of a repository's hooks. */
export function projectHooksFolder(project: string): string {
  return join(project, '.cline', 'hooks');
}

/** The file with a user's MCP servers. */
export function mcpPath(environment: AgentEnvironment): string {
  const { variables } = environment;
  return variables.CLINE_MCP_SETTINGS_PATH || join(dataFolder(environment), 'settings', 'cline_mcp_settings.json');
}

/** True when Cline is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment)) || taskFolders(environment).some((folder) => existsSync(folder));
}

/** All transcripts, in no order: of sessions, their subagents and compactions, and of the tasks of old versions. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const sessions = foldersOf(sessionsFolder(environment)).flatMap(filesOfSession);
  const tasks = taskFolders(environment)
    .flatMap(foldersOf)
    .map((folder) => join(folder, TASK_MESSAGES));
  return [...sessions, ...tasks].flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The transcript of a session, which no hook names; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!/^[\w-]{1,100}$/.test(session)) return undefined;
  const path = join(sessionsFolder(environment), session, `${session}${MESSAGES}`);
  return existsSync(path) ? path : undefined;
}

/** The files of a session's subagents and compactions, by the path of its own transcript. */
export function companions(path: string): string[] {
  if (isTask(path)) return [];
  return filesOfSession(dirname(path)).filter((file) => file !== path);
}

/** True for the transcript of a task of an old version: a bare list of messages. */
export function isTask(path: string): boolean {
  return basename(path) === TASK_MESSAGES;
}

/** True for a file that reports a compaction, and repeats messages of the transcript. */
export function isCompaction(path: string): boolean {
  return path.endsWith(COMPACTION);
}

/** The file name of a transcript without its ending: the id of the session, or of a subagent. */
export function nameOf(path: string): string {
  return basename(basename(path, MESSAGES), COMPACTION);
}

function filesOfSession(folder: string): string[] {
  return [...filesOf(folder, MESSAGES), ...filesOf(folder, COMPACTION)];
}

function dataFolder(environment: AgentEnvironment): string {
  return environment.variables.CLINE_DATA_DIR || join(configFolder(environment), 'data');
}

function sessionsFolder(environment: AgentEnvironment): string {
  return environment.variables.CLINE_SESSION_DATA_DIR || join(dataFolder(environment), 'sessions');
}

function taskFolders(environment: AgentEnvironment): string[] {
  const extensions = editorFolders(environment).map((folder) => join(folder, 'globalStorage', EXTENSION));
  return [...extensions, dataFolder(environment)].map((folder) => join(folder, 'tasks'));
}
