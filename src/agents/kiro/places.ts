import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { editorFolders } from '../shared/setup/editor-folders.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const SESSION = /^[\w-]{1,100}$/;
const MESSAGES = 'messages.jsonl';
/** The list of an old IDE's sessions, which is not a session. */
const SESSION_LIST = 'sessions.json';

/** Kiro's folder: `KIRO_HOME`, else `~/.kiro`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.KIRO_HOME || join(home, '.kiro');
}

/** True when Kiro, or the CLI's predecessor, is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment)) || databases(environment).length > 0;
}

/** All transcripts of all its versions, in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const sessions = sessionFolders(environment).flatMap((folder) => {
    const main = join(folder, MESSAGES);
    return existsSync(main) ? [main, ...companions(main)] : [];
  });
  return [...sessions, ...cliSessions(environment), ...databases(environment), ...oldSessions(environment)].flatMap(
    (path) => toTranscriptFile(AGENT_NAME, path) ?? [],
  );
}

/** The transcript of a session, which no hook names; `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  if (!SESSION.test(session)) return undefined;
  const folders = foldersOf(join(configFolder(environment), 'sessions'));
  const paths = folders.flatMap((folder) => [join(folder, session, MESSAGES), join(folder, `${session}.jsonl`)]);
  return paths.find((path) => existsSync(path)) ?? databases(environment)[0];
}

/** The files of a session's subagents, by the path of its main one. */
export function companions(path: string): string[] {
  return basename(path) === MESSAGES ? filesOf(join(dirname(path), 'sub-executions'), '.jsonl') : [];
}

/** `sessions/<workspace>/<session>`, of the IDE since 1.0 and the CLI's engine V3. */
function sessionFolders(environment: AgentEnvironment): string[] {
  return foldersOf(join(configFolder(environment), 'sessions')).flatMap(foldersOf);
}

/** `sessions/cli/<session>.jsonl`, of the CLI's engine before V3. */
function cliSessions(environment: AgentEnvironment): string[] {
  return filesOf(join(configFolder(environment), 'sessions', 'cli'), '.jsonl');
}

/** The databases of the CLI without a terminal, and of its predecessor Amazon Q. */
function databases({ home, variables }: AgentEnvironment): string[] {
  const roots = [
    variables.XDG_DATA_HOME || join(home, '.local', 'share'),
    join(home, 'Library', 'Application Support'),
  ];
  const paths = ['kiro-cli', 'amazon-q'].flatMap((name) => roots.map((root) => join(root, name, 'data.sqlite3')));
  return paths.filter((path) => existsSync(path));
}

/** `workspace-sessions/<workspace>/<session>.json`, of the IDE before 1.0. */
function oldSessions(environment: AgentEnvironment): string[] {
  return editorFolders(environment, ['Kiro'])
    .map((user) => join(user, 'globalStorage', 'kiro.kiroagent', 'workspace-sessions'))
    .flatMap(foldersOf)
    .flatMap((workspace) => filesOf(workspace, '.json'))
    .filter((path) => basename(path) !== SESSION_LIST);
}
