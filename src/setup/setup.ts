// setup: puts Cairn into agents and removes it again — detects, plans, backs up, writes, verifies, restores. Each agent
// decides what its files should contain (agents/*/setup.ts). Nothing here prints or asks.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentEnvironment, FileChange } from '../agents/shared/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Deadlines } from '../core/deadlines.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { renderHookScript } from '../platform/hook-script.ts';
import { assertChangeable, changeFiles, toPlannedFile } from './change-files.ts';
import { installModel, type ModelCopy, planModel } from './install-model.ts';
import { type BuiltProgram, installProgram, isInstalled, readBuiltProgram } from './install-program.ts';
import { isHere } from './is-here.ts';
import { otherHomes, refuseOthersPlace } from './other-homes.ts';
import { renderLauncher } from './render-launcher.ts';
import { renderWindowsCommands } from './render-windows-commands.ts';
import { canBeSetUp, hookOf, isWindows, setupTarget } from './setup-target.ts';
import { replaceTargetFile } from './target-file.ts';
import { verifyHook } from './verify-hook.ts';

const COMMAND_MODE = 0o700;
const HOOK_TEMPLATE = 'hook.sh';

/** The environment of set-up: the home, all known agents and their folders, the running Node, the built program. */
export interface SetupEnvironment {
  paths: HomePaths;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  /** Absolute path of Node. */
  node: string;
  /** Folder of the built program. */
  program: string;
  /** Folder of the bundled model; absent when the program came without one, and then none is copied. */
  model?: string | undefined;
  /** Absolute path of the repository whose own files are set up instead of the user's. */
  project?: string;
  /** By default the product's deadlines. */
  deadlines?: Deadlines;
  /** The operating system for which commands are written; by default this process's. */
  platform?: NodeJS.Platform;
}

/** What set-up will do. Planning only reads. */
export interface SetupPlan {
  agents: { agent: Agent; changes: FileChange[] }[];
  /** Agents left out because they read no files of a repository. */
  leftOut: Agent[];
  program: BuiltProgram;
  programInstalled: boolean;
  /** The model to copy, when the home lacks it or has another. */
  model?: ModelCopy | undefined;
  /** Commands to write, since they are missing or differ, by path. */
  commands: { path: string; text: string }[];
  /** Marker files to create, one per agent: each says that the agent is set up for this user. */
  marks: string[];
  /** Other homes of Cairn that these agents' files name, and no longer do afterwards. */
  otherHomes: string[];
}

/** The result of a set-up. */
export interface SetupDone {
  /** Folder of the backup; absent when no agent's file changed. */
  backup?: string;
  /** What received the payload of the trial run; absent when no agent was set up. */
  verified?: 'worker' | 'journal';
}

/**
 * The agents with these names, or without names those found on this machine. Throws `invalid_input` and `not_found`.
 */
export function chooseAgents(names: readonly string[], { agents, environment }: SetupEnvironment): Agent[] {
  const able = agents.filter(canBeSetUp);
  const known = able.map(({ name }) => name).join(', ');
  if (names.length === 0) {
    const found = able.filter((agent) => isHere(agent, environment));
    if (found.length > 0) return found;
    throw new CairnError('not_found', `None of these agents was found on this machine: ${known}.`, {
      fix: `cairn setup ${agents[0]?.name ?? 'AGENT'}`,
    });
  }
  const chosen = names.map((name) => {
    const agent = agents.find((candidate) => candidate.name === name || candidate.otherNames?.includes(name));
    if (agent !== undefined && canBeSetUp(agent)) return agent;
    if (agent !== undefined) {
      throw new CairnError('unsupported', `${agent.title} has no hooks: there is nothing to set up.`, {
        fix: `cairn import --agent ${agent.name}`,
      });
    }
    throw new CairnError('invalid_input', `No agent is called "${name}".`, { fix: `Use one of: ${known}.` });
  });
  return [...new Set(chosen)];
}

/** Plans the set-up of agents. Reads only. */
export function planSetup(agents: readonly Agent[], place: SetupEnvironment): SetupPlan {
  const { paths, node, deadlines, environment } = place;
  const program = readBuiltProgram(place.program);
  const template = readTextIfThere(join(place.program, HOOK_TEMPLATE)) ?? '';
  const hook = renderHookScript(template, {
    ...{ home: paths.home, node, app: paths.appCurrent, deadlines },
    person: environment.home,
  });
  const commands = isWindows(place)
    ? [...renderWindowsCommands({ node, paths, person: environment.home })].map(([name, text]) => ({
        path: join(paths.bin, name),
        text,
      }))
    : [
        { path: paths.hook, text: hook },
        { path: paths.launcher, text: renderLauncher({ node, paths }) },
      ];
  const planned = agents.map((agent) => ({ agent, changes: changesOf(agent, 'planSetup', place) }));
  const marks = place.project === undefined ? agents.map(({ name }) => join(paths.agents, name)) : [];
  return {
    agents: planned.flatMap(({ agent, changes }) => (changes === undefined ? [] : [{ agent, changes }])),
    leftOut: planned.flatMap(({ agent, changes }) => (changes === undefined ? [agent] : [])),
    marks: marks.filter((path) => !existsSync(path)),
    otherHomes: otherHomes(
      planned.flatMap(({ changes }) => changes ?? []),
      { home: paths.home, userHome: environment.home },
    ),
    program,
    programInstalled: isInstalled(program, paths),
    model: planModel(place.model, paths),
    commands: commands.filter(({ path, text }) => readTextIfThere(path) !== text),
  };
}

/** The changes that an agent plans; `undefined` when `project` is set and the agent reads no files of a repository. */
export function changesOf(
  agent: Agent,
  plan: 'planSetup' | 'planUninstall',
  place: Parameters<typeof setupTarget>[0],
): FileChange[] | undefined {
  try {
    return agent[plan]?.(setupTarget(place)) ?? [];
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
 * Carries out a plan: program, commands, a trial run of the hook, and only then the agents' files, after a backup. When
 * a step fails, every agent's file is as it was before.
 */
export async function applySetup(
  plan: SetupPlan,
  place: SetupEnvironment,
  { now, seenByWorker }: { now: number; seenByWorker: (agent: string) => Promise<number | undefined> },
): Promise<SetupDone> {
  const { paths } = place;
  refuseOthersPlace(paths);
  const files = plan.agents.flatMap(({ changes }) => changes).map(toPlannedFile);
  assertChangeable(files);
  ensureFolder(paths.home);
  ensureFolder(paths.app);
  ensureFolder(paths.bin);
  if (plan.model !== undefined) installModel(plan.model, paths);
  if (!plan.programInstalled) installProgram(plan.program, paths);
  for (const { path, text } of plan.commands) replaceTargetFile(path, Buffer.from(text), COMMAND_MODE);
  let verified: SetupDone['verified'];
  const trial = { hook: hookOf(place), journal: paths.journal, deadlines: place.deadlines };
  for (const { agent } of plan.agents) {
    if (agent.dialect === undefined) continue;
    verified = await verifyHook({ ...trial, agent: agent.name, seenByWorker: () => seenByWorker(agent.name) });
  }
  const backup = changeFiles(files, { backups: paths.setupBackups, action: 'setup', now });
  for (const path of plan.marks) {
    ensureFolder(paths.agents);
    replaceTargetFile(path, Buffer.alloc(0));
  }
  return omitUndefined({ backup, verified });
}
