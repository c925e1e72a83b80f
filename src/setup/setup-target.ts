import type { Agent, AgentEnvironment, SetupTarget } from '../agents/shared/contract.ts';
import { SHARED_HOME } from '../agents/shared/setup/hook-command.ts';
import type { HomePaths } from '../config/paths.ts';

/** What an agent's files are to name. */
interface TargetPlace {
  paths: HomePaths;
  environment: AgentEnvironment;
  /** Absolute path of the repository whose own files are set up instead of the user's. */
  project?: string;
  /** The operating system for which commands are written; by default this process's. */
  platform?: NodeJS.Platform;
}

/** The hook and MCP commands of this home that set-up writes into an agent's files. */
export function setupTarget(place: TargetPlace): SetupTarget {
  const { paths, environment, project } = place;
  const launcher = isWindows(place) ? `${paths.launcher}.cmd` : paths.launcher;
  const own = { environment, hookCommand: hookOf(place), mcpCommand: { command: launcher, args: ['mcp'] } };
  if (project === undefined) return own;
  const below = `${environment.home}/`;
  if (isWindows(place) || !paths.home.startsWith(below)) return { ...own, project };
  // Other people who work in the repository have homes of other names.
  const shared = (path: string): string => `${SHARED_HOME}${path.slice(below.length)}`;
  const args = ['-c', `exec "${shared(paths.launcher)}" mcp`];
  return { environment, project, hookCommand: shared(paths.hook), mcpCommand: { command: 'sh', args } };
}

/** Absolute path of the hook's script. */
export function hookOf(place: Pick<TargetPlace, 'paths' | 'platform'>): string {
  return isWindows(place) ? `${place.paths.hook}.cmd` : place.paths.hook;
}

/** True where commands are written for Windows. */
export function isWindows({ platform = process.platform }: Pick<TargetPlace, 'platform'>): boolean {
  return platform === 'win32';
}

/** True for an agent that set-up can change. */
export function canBeSetUp(agent: Agent): boolean {
  return agent.planSetup !== undefined;
}
