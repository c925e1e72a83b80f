import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, FileChange } from '../agents/shared/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import { removeFile } from '../platform/files.ts';
import { assertChangeable, changeFiles, type PlannedFile, toPlannedFile } from './change-files.ts';
import { changesOf, type SetupEnvironment } from './setup.ts';
import { originalOf, readBackups, removeCopies, type SetupBackup } from './setup-backup.ts';
import { readTargetFile } from './target-file.ts';

/** Names of the files that Cairn writes into its home. Only these are deleted. */
const OURS =
  /^(?:cairn\.db.*|cairn\.log.*|cairn\.sock|worker\..*|http\.json|sign-ins\.json|pauses\.json|last-list\.json|journal|key|config\.json|backups|trash|tripwires|code|asides|app|bin|agents|cache|models|\..*\.tmp)$/;

/** Folder of Node's compile cache; the launcher names the same one. */
const COMPILED = 'cache';

/** What uninstall will do to one file: `restored` when the file gets back its bytes from before set-up. */
export interface UninstallStep {
  change: FileChange;
  restored: boolean;
  file: PlannedFile;
}

/** What uninstall will do. Planning only reads. */
export interface UninstallPlan {
  agents: { agent: Agent; steps: UninstallStep[] }[];
  /** True when no other agent uses this home: then its program and commands are removed as well. */
  removesProgram: boolean;
}

/** The part of the environment that uninstall needs. */
export type UninstallEnvironment = Pick<SetupEnvironment, 'paths' | 'agents' | 'environment' | 'project' | 'platform'>;

/** Plans removing Cairn from agents; by default from all whose files name it. Reads only. */
export function planUninstall(place: UninstallEnvironment, agents: readonly Agent[] = place.agents): UninstallPlan {
  const backups = readBackups(place.paths.setupBackups);
  const isSetUp = (agent: Agent): boolean => removalOf(agent, place).length > 0;
  const chosen = agents.map((agent) => ({
    agent,
    steps: removalOf(agent, place).map((change) => toStep(change, backups)),
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
 * Removes Cairn from agents' files, after a backup, then ends the worker and removes program and commands. The memory
 * stays. Returns the backup's folder, if a file changed.
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
  removeCopies(paths.setupBackups, { now, all: true });
  await stopWorker();
  const cache = join(paths.home, COMPILED);
  for (const folder of [paths.bin, paths.app, paths.agents, paths.models, cache])
    rmSync(folder, { recursive: true, force: true });
  return backup;
}

/** Deletes the memory itself. Returns the names of files in the home that are not Cairn's and therefore stay. */
export function deleteHome(paths: HomePaths): string[] {
  const names = readdirSync(paths.home);
  const others = names.filter((name) => !OURS.test(name));
  for (const name of names) if (OURS.test(name)) rmSync(join(paths.home, name), { recursive: true, force: true });
  if (others.length === 0) rmdirSync(paths.home);
  return others;
}

function removalOf(agent: Agent, place: UninstallEnvironment): FileChange[] {
  return changesOf(agent, 'planUninstall', place) ?? [];
}

function toStep(change: FileChange, backups: readonly SetupBackup[]): UninstallStep {
  const { bytes } = readTargetFile(change.path);
  const original = originalOf(change.path, bytes, backups);
  const asPlanned: UninstallStep = { change, restored: false, file: toPlannedFile(change) };
  if (original === undefined) return asPlanned;
  const { entry, bytes: before } = original;
  const mode = entry.mode === null ? {} : { mode: entry.mode };
  return {
    change: { ...change, after: before?.toString('utf8') },
    restored: true,
    file: { path: change.path, before: bytes, after: before, folders: entry.folders, ...mode },
  };
}

/**
 * Removes Cairn's lines also from restored files: the content from before the first recorded set-up may contain some.
 */
function restOf({ agents }: UninstallPlan, place: UninstallEnvironment): PlannedFile[] {
  return agents.flatMap(({ agent }) => removalOf(agent, place)).map(toPlannedFile);
}
