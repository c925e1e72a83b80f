import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { AgentEnvironment } from '../contract.ts';
import { filesOf, toTranscriptFile } from '../transcripts/transcript-files.ts';

/** The folder of settings: of this name below `XDG_CONFIG_HOME`, else below `~/.config`. */
export function configFolderOf(name: string, { home, variables }: AgentEnvironment): string {
  return join(variables.XDG_CONFIG_HOME || join(home, '.config'), name);
}

/** The folder of sessions: of this name below `XDG_DATA_HOME`, else below `~/.local/share`. */
export function dataFolderOf(name: string, { home, variables }: AgentEnvironment): string {
  return join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), name);
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

/** True when an agent of this name is or was used here. */
export function detectFolders(name: string, environment: AgentEnvironment): boolean {
  return [configFolderOf(name, environment), dataFolderOf(name, environment)].some((folder) => existsSync(folder));
}

/** The databases of an agent of this name, one per channel; `moved` is the one that its environment names. */
export function databasesOf(name: string, environment: AgentEnvironment, moved = ''): string[] {
  const folder = dataFolderOf(name, environment);
  const named = moved === '' || moved === ':memory:' ? [] : [isAbsolute(moved) ? moved : join(folder, moved)];
  const found = filesOf(folder, '.db').filter((path) => new RegExp(`[/\\\\]${name}(?:-[\\w.-]+)?\\.db$`).test(path));
  return [...new Set([...named.filter((path) => existsSync(path)), ...found])];
}

/** The database that changed last, in which a session is stored that no hook names. */
export function latestOf(agent: string, databases: readonly string[]): string | undefined {
  return databases
    .flatMap((path) => [path, `${path}-wal`].map((file) => ({ path, changed: toTranscriptFile(agent, file) })))
    .toSorted((one, other) => (other.changed?.modifiedAt ?? 0) - (one.changed?.modifiedAt ?? 0))[0]?.path;
}
