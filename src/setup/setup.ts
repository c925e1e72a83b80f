// setup: puts Cairn into agents and takes it out again — detects, plans, backs up, writes, verifies, restores. What an
// agent's file should say is the agent's own business (agents/*/setup.ts). Nothing here prints or asks.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentEnvironment, FileChange, SetupTarget } from '../agents/shared/contract.ts';
import { SHARED_HOME } from '../agents/shared/setup/hook-command.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Deadlines } from '../core/deadlines.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { renderHookScript } from '../platform/hook-script.ts';
import { assertChangeable, changeFiles, toPlannedFile } from './change-files.ts';
import { installModel, type ModelCopy, planModel } from './install-model.ts';
import { type BuiltProgram, installProgram, isInstalled, readBuiltProgram } from './install-program.ts';
import { isHere } from './is-here.ts';
import { renderLauncher } from './render-launcher.ts';
import { renderWindowsCommands } from './render-windows-commands.ts';
import { replaceTargetFile } from './target-file.ts';
import { verifyHook } from './verify-hook.ts';

const COMMAND_MODE = 0o700;
const HOOK_TEMPLATE = 'hook.sh';

/** Where set-up works: the home, all agents that there are and their folders, the Node that runs, the built program. */
export interface SetupEnvironment {
  paths: HomePaths;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  /** Absolute path of Node. */
  node: string;
  /** Folder of the built program. */
  program: string;
  /** Folder of the bundled model that came with the program; without it none is copied. */
  model?: string | undefined;
  /** Absolute path of the repository whose own files are meant, instead of the person's. */
  project?: string;
  /** Default the product's. */
  deadlines?: Deadlines;
  /** The system whose commands are written; that of this process by default. */
  platform?: NodeJS.Platform;
}

/** What set-up will do. Made by looking only. */
export interface SetupPlan {
  agents: { agent: Agent; changes: FileChange[] }[];
  /** Agents that have no files of a repository's own. */
  leftOut: Agent[];
  program: BuiltProgram;
  programInstalled: boolean;
  /** The model that is missing in the home, or differs. */
  model?: ModelCopy | undefined;
  /** The commands that are missing or differ, by path. */
  commands: { path: string; text: string }[];
  /** Files that say that an agent is set up for this person, which are missing. */
  marks: string[];
}

/** What set-up did. */
export interface SetupDone {
  /** Folder of the backup; absent when no agent's file changed. */
  backup?: string;
  /** Who took in the payload of the trial run; absent when no agent was asked for. */
  verified?: 'worker' | 'journal';
}

/** What agents are told to run in this home. */
export function setupTarget(
  place: Pick<SetupEnvironment, 'paths' | 'environment' | 'project' | 'platform'>,
): SetupTarget {
  const { paths, environment, project } = place;
  const launcher = isWindows(place) ? `${paths.launcher}.cmd` : paths.launcher;
  const own = { environment, hookCommand: hookOf(place), mcpCommand: { command: launcher, args: ['mcp'] } };
  if (project === undefined) return own;
  const below = `${environment.home}/`;
  if (isWindows(place) || !paths.home.startsWith(below)) return { ...own, project };
  // Whoever else works in the repository has a home of another name.
  const shared = (path: string): string => `${SHARED_HOME}${path.slice(below.length)}`;
  const args = ['-c', `exec "${shared(paths.launcher)}" mcp`];
  return { environment, project, hookCommand: shared(paths.hook), mcpCommand: { command: 'sh', args } };
}

/** Absolute path of the hook's script. */
function hookOf(place: Pick<SetupEnvironment, 'paths' | 'platform'>): string {
  return isWindows(place) ? `${place.paths.hook}.cmd` : place.paths.hook;
}

function isWindows({ platform = process.platform }: Pick<SetupEnvironment, 'platform'>): boolean {
  return platform === 'win32';
}

/** True for an agent into whose files Cairn can be put. */
export function canBeSetUp(agent: Agent): boolean {
  return agent.planSetup !== undefined;
}

/** Chooses agents by name, or those found on this machine when none is named. Throws `invalid_input` and `not_found`. */
export function chooseAgents(names: readonly string[], { agents, environment }: SetupEnvironment): Agent[] {
  const known = agents
    .filter(canBeSetUp)
    .map((agent) => agent.name)
    .join(', ');
  if (names.length === 0) {
    const found = agents.filter((agent) => canBeSetUp(agent) && isHere(agent, environment));
    if (found.length > 0) return found;
    throw new CairnError('not_found', `None of these agents was found on this machine: ${known}.`, {
      fix: `cairn setup ${agents[0]?.name ?? 'AGENT'}`,
    });
  }
  return [...new Set(names)].map((name) => {
    const agent = agents.find((candidate) => candidate.name === name);
    if (agent !== undefined && canBeSetUp(agent)) return agent;
    if (agent !== undefined) {
      throw new CairnError('unsupported', `${agent.title} has no hooks: there is nothing to set up.`, {
        fix: `cairn import --agent ${name}`,
      });
    }
    throw new CairnError('invalid_input', `No agent is called "${name}".`, { fix: `Use one of: ${known}.` });
  });
}

/** Plans the set-up of agents. Reads only. */
export function planSetup(agents: readonly Agent[], place: SetupEnvironment): SetupPlan {
  const { paths, node, deadlines } = place;
  const program = readBuiltProgram(place.program);
  const template = readTextIfThere(join(place.program, HOOK_TEMPLATE)) ?? '';
  const commands = isWindows(place)
    ? [...renderWindowsCommands({ node, paths })].map(([name, text]) => ({ path: join(paths.bin, name), text }))
    : [
        {
          path: paths.hook,
          text: renderHookScript(template, { home: paths.home, node, app: paths.appCurrent, deadlines }),
        },
        { path: paths.launcher, text: renderLauncher({ node, paths }) },
      ];
  const planned = agents.map((agent) => ({ agent, changes: changesFor(agent, place) }));
  const marks = place.project === undefined ? agents.map(({ name }) => join(paths.agents, name)) : [];
  return {
    agents: planned.flatMap(({ agent, changes }) => (changes === undefined ? [] : [{ agent, changes }])),
    leftOut: planned.flatMap(({ agent, changes }) => (changes === undefined ? [agent] : [])),
    marks: marks.filter((path) => !existsSync(path)),
    program,
    programInstalled: isInstalled(program, paths),
    model: planModel(place.model, paths),
    commands: commands.filter(({ path, text }) => readTextIfThere(path) !== text),
  };
}

/** `undefined` for an agent without files of a repository's own. */
function changesFor(agent: Agent, place: SetupEnvironment): FileChange[] | undefined {
  try {
    return agent.planSetup?.(setupTarget(place)) ?? [];
  } catch (error) {
    if (place.project === undefined || toCairnError(error).code !== 'unsupported') throw error;
    return undefined;
  }
}

/** True when a plan changes nothing. */
export function isSetUp({ programInstalled, commands, marks, agents, model }: SetupPlan): boolean {
  const isMissing = commands.length > 0 || marks.length > 0 || model !== undefined;
  return programInstalled && !isMissing && agents.every(({ changes }) => changes.length === 0);
}

/**
 * Carries a plan out: program, commands, a trial run of the hook, and only then the agents' files, with a backup first.
 * What goes wrong leaves every agent's file as it was.
 */
export async function applySetup(
  plan: SetupPlan,
  place: SetupEnvironment,
  { now, seenByWorker }: { now: number; seenByWorker: (agent: string) => Promise<number | undefined> },
): Promise<SetupDone> {
  const { paths } = place;
  const files = plan.agents.flatMap(({ changes }) => changes).map(toPlannedFile);
  assertChangeable(files);
  ensureFolder(paths.home);
  ensureFolder(paths.app);
  ensureFolder(paths.bin);
  if (plan.model !== undefined) installModel(plan.model, paths);
  if (!plan.programInstalled) installProgram(plan.program, paths);
  for (const { path, text } of plan.commands) replaceTargetFile(path, Buffer.from(text), COMMAND_MODE);
  let verified: SetupDone['verified'];
  for (const { name: agent } of plan.agents.map((planned) => planned.agent)) {
    const seen = (): Promise<number | undefined> => seenByWorker(agent);
    verified = await verifyHook({
      hook: hookOf(place),
      agent,
      journal: paths.journal,
      seenByWorker: seen,
      deadlines: place.deadlines,
    });
  }
  const backup = changeFiles(files, { backups: paths.setupBackups, action: 'setup', now });
  for (const path of plan.marks) {
    ensureFolder(paths.agents);
    replaceTargetFile(path, Buffer.alloc(0));
  }
  return { ...(backup === undefined ? {} : { backup }), ...(verified === undefined ? {} : { verified }) };
}
