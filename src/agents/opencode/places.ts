import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const SESSION = /^[\w-]{1,100}$/;

/** OpenCode's folder of settings: `opencode` below `XDG_CONFIG_HOME`, else below `~/.config`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return join(variables.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
}

/** OpenCode's folder of sessions: `opencode` below `XDG_DATA_HOME`, else below `~/.local/share`. */
export function dataFolder({ home, variables }: AgentEnvironment): string {
  return join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode');
}

/** The settings files that a folder, of the user or of a repository, may contain. */
export function settingsPaths(folder: string): [plain: string, commented: string] {
  return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')];
}

/** The settings file of a folder: the one with comments when only that exists. */
export function settingsPath(folder: string): string {
  const [plain, commented] = settingsPaths(folder);
  return !existsSync(plain) && existsSync(commented) ? commented : plain;
}

/** The file of Cairn's plugin, in the user's folder of settings or the `.opencode` of a repository. */
export function pluginPath(folder: string): string {
  return join(folder, 'plugins', 'cairn.js');
}

/** True when OpenCode is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return [configFolder(environment), dataFolder(environment)].some((folder) => existsSync(folder));
}

/** The databases, one per channel, and the sessions of versions that wrote files; in no order. No link is followed. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const sessions = foldersOf(sessionsFolder(environment)).flatMap((project) => filesOf(project, '.json'));
  return [...databases(environment), ...sessions].flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** Where a session is stored, which no hook says: the database that changed last, else the session's own file. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  const latest = databases(environment)
    .flatMap((path) => [path, `${path}-wal`].map((file) => ({ path, changed: toTranscriptFile(AGENT_NAME, file) })))
    .toSorted((one, other) => (other.changed?.modifiedAt ?? 0) - (one.changed?.modifiedAt ?? 0))[0];
  if (latest !== undefined || !SESSION.test(session)) return latest?.path;
  return foldersOf(sessionsFolder(environment))
    .map((project) => join(project, `${session}.json`))
    .find((path) => existsSync(path));
}

function sessionsFolder(environment: AgentEnvironment): string {
  return join(dataFolder(environment), 'storage', 'session');
}

/** The databases, one per channel. */
export function databases(environment: AgentEnvironment): string[] {
  const folder = dataFolder(environment);
  const named = environment.variables.OPENCODE_DB ?? '';
  const moved = named === '' || named === ':memory:' ? [] : [isAbsolute(named) ? named : join(folder, named)];
  const found = filesOf(folder, '.db').filter((path) => /[/\\]opencode(?:-[\w.-]+)?\.db$/.test(path));
  return [...new Set([...moved.filter((path) => existsSync(path)), ...found])];
}
