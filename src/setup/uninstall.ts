import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, FileChange } from '../agents/shared/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import { toCairnError } from '../core/errors.ts';
import { sha256Hex } from '../core/hash.ts';
import { removeFile } from '../platform/files.ts';
import { assertChangeable, changeFiles, type PlannedFile, toPlannedFile } from './change-files.ts';
import { type SetupEnvironment, setupTarget } from './setup.ts';
import { backedUpBytes, originalOf, readBackups, type SetupBackup } from './setup-backup.ts';
import { readTargetFile } from './target-file.ts';

/** What Cairn writes into its home. Only these are deleted, whatever else someone keeps there. */
const OURS =
  /^(?:cairn\.db.*|cairn\.log.*|cairn\.sock|worker\..*|http\.json|journal|key|config\.json|backups|app|bin|agents|cache|models|\..*\.tmp)$/;

/** Folder of what Node compiled, as the launcher says. */
const COMPILED = 'cache';

/** What taking Cairn out will do to one file: `restored` when it gets back the bytes it had before set-up. */
export interface UninstallStep {
  change: FileChange;
  restored: boolean;
  file: PlannedFile;
}

/** What taking Cairn out of agents will do. Made by looking only. */
export interface UninstallPlan {
  agents: { agent: Agent; steps: UninstallStep[] }[];
  /** True when no other agent uses this home: then its program and commands go as well. */
  removesProgram: boolean;
}

/** Where taking out works. */
export type UninstallEnvironment = Pick<SetupEnvironment, 'paths' | 'agents' | 'environment' | 'project' | 'platform'>;

/** Plans taking Cairn out of agents, by default out of all whose files name it. Reads only. */
export function planUninstall(place: UninstallEnvironment, agents: readonly Agent[] = place.agents): UninstallPlan {
  const backups = readBackups(place.paths.setupBackups);
  const isSetUp = (agent: Agent): boolean => removalOf(agent, place).length > 0;
  const chosen = agents.map((agent) => ({
    agent,
    steps: removalOf(agent, place).map((change) => toStep(change, backups, place.paths)),
  }));
  const { bin, app } = place.paths;
  return {
    agents: chosen.filter(({ steps }) => steps.length > 0),
    removesProgram:
      place.project === undefined &&
      (existsSync(bin) || existsSync(app)) &&
      !place.agents.some((agent) => !agents.includes(agent) && isSetUp(agent)),
  };
}

/** True when a plan changes nothing. */
export function isTakenOut(plan: UninstallPlan): boolean {
  return plan.agents.length === 0 && !plan.removesProgram;
}

/**
 * Takes Cairn out of agents' files, with a backup first, then ends the worker and removes program and commands. The
 * memory stays. Gives the backup's folder, if a file changed.
 */
export async function applyUninstall(
  plan: UninstallPlan,
  place: UninstallEnvironment,
  { now, stopWorker }: { now: number; stopWorker: () => Promise<unknown> },
): Promise<string | undefined> {
  const { paths } = place;
  const files = plan.agents.flatMap(({ steps }) => steps.map((step) => step.file));
  assertChangeable(files);
  const backup = changeFiles(files, { backups: paths.setupBackups, action: 'uninstall', now });
  changeFiles(restOf(plan, place), { backups: paths.setupBackups, action: 'uninstall', now });
  if (place.project === undefined) for (const { agent } of plan.agents) removeFile(join(paths.agents, agent.name));
  if (!plan.removesProgram) return backup;
  await stopWorker();
  const cache = join(paths.home, COMPILED);
  for (const folder of [paths.bin, paths.app, paths.agents, paths.models, cache])
    rmSync(folder, { recursive: true, force: true });
  return backup;
}

/** Deletes the memory itself. Gives the names of what is not Cairn's and therefore stays. */
export function deleteHome(paths: HomePaths): string[] {
  const names = readdirSync(paths.home);
  const others = names.filter((name) => !OURS.test(name));
  for (const name of names) if (OURS.test(name)) rmSync(join(paths.home, name), { recursive: true, force: true });
  if (others.length === 0) rmdirSync(paths.home);
  return others;
}

function removalOf(agent: Agent, place: UninstallEnvironment): FileChange[] {
  try {
    return agent.planUninstall?.(setupTarget(place)) ?? [];
  } catch (error) {
    if (place.project === undefined || toCairnError(error).code !== 'unsupported') throw error;
    return [];
  }
}

function toStep(change: FileChange, backups: readonly SetupBackup[], paths: HomePaths): UninstallStep {
  const { bytes } = readTargetFile(change.path);
  const original = originalOf(change.path, bytes === undefined ? null : sha256Hex(bytes), backups);
  const asPlanned: UninstallStep = { change, restored: false, file: toPlannedFile(change) };
  if (original === undefined) return asPlanned;
  const { backup, entry } = original;
  const before = backedUpBytes(paths.setupBackups, backup, entry);
  if (entry.copy !== null && before === undefined) return asPlanned;
  return {
    change: { ...change, after: before?.toString('utf8') },
    restored: true,
    file: {
      path: change.path,
      before: bytes,
      after: before,
      folders: entry.folders,
      ...(entry.mode === null ? {} : { mode: entry.mode }),
    },
  };
}

/** What was there before the first set-up that is on record may itself hold lines of Cairn: those go too. */
function restOf({ agents }: UninstallPlan, place: UninstallEnvironment): PlannedFile[] {
  return agents.flatMap(({ agent }) => removalOf(agent, place)).map(toPlannedFile);
}
