import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asObject, asString } from '../../core/json.ts';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { askAgentDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { readJsonObject, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Upper bound on the repositories that are searched for a session, most recently used first. */
const SEARCHED = 50;

/** Crush's folder of settings: `crush` below `XDG_CONFIG_HOME`, else below `~/.config`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.CRUSH_GLOBAL_CONFIG || join(variables.XDG_CONFIG_HOME || join(home, '.config'), 'crush');
}

/** The settings files of the user, or of a repository: `.crush.json` when only that exists. */
export function settingsPaths({ environment, project }: { environment: AgentEnvironment; project?: string }): string[] {
  if (project === undefined) return [join(configFolder(environment), 'crush.json')];
  return [join(project, 'crush.json'), join(project, '.crush.json')];
}

/** True when Crush is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment)) || existsSync(dataFolder(environment));
}

/** The databases of the repositories in Crush's own list, most recently used first. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return databases(environment).flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The database that holds a session; no hook names it. `undefined` when there is none. */
export function transcriptOf(session: string, environment: AgentEnvironment): string | undefined {
  return databases(environment)
    .slice(0, SEARCHED)
    .find((path) => holds(path, session));
}

function dataFolder({ home, variables }: AgentEnvironment): string {
  return variables.CRUSH_GLOBAL_DATA || join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), 'crush');
}

function databases(environment: AgentEnvironment): string[] {
  const { projects } = readJsonObject(join(dataFolder(environment), 'projects.json'));
  const paths = (Array.isArray(projects) ? projects : []).flatMap((project) => {
    const { path, data_dir } = asObject(project);
    const folder = asString(path) ?? '';
    return folder === '' ? [] : [join(resolve(folder, asString(data_dir) || '.crush'), 'crush.db')];
  });
  return [...new Set(paths)].filter((path) => existsSync(path));
}

function holds(path: string, session: string): boolean {
  const sql = 'SELECT 1 FROM sessions WHERE id = ?';
  return askAgentDatabase(path, (db) => db.get(sql, session) !== undefined) === true;
}
