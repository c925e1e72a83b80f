import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, FileChange } from '../agents/shared/contract.ts';
import { isOwnFile, OWN_IN, PROGRAM_FOLDERS } from '../config/home-names.ts';
import type { HomePaths } from '../config/paths.ts';
import { namesIn, removeFile } from '../platform/files.ts';
import { assertChangeable, changeFiles, type PlannedFile, toPlannedFile } from './change-files.ts';
import { otherHomes } from './other-homes.ts';
import { changesOf, type SetupEnvironment } from './setup.ts';
import { originalOf, readBackups, removeCopies, type SetupBackup } from './setup-backup.ts';
import { readTargetFile } from './target-file.ts';

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
  /** Other homes of Cairn that these agents' files name: their commands go as well. */
  otherHomes: string[];
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
  const changes = chosen.flatMap(({ steps }) => steps.map(({ change }) => change));
  return {
    otherHomes: otherHomes(changes, { home: place.paths.home, userHome: place.environment.home }),
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
  for (const name of PROGRAM_FOLDERS) removeOwn(paths, name);
  return backup;
}

/** Deletes the memory itself. Returns the names of files in the home that are not Cairn's and therefore stay. */
export function deleteHome(paths: HomePaths): string[] {
  for (const name of Object.keys(OWN_IN)) removeOwn(paths, name as keyof typeof OWN_IN);
  for (const name of namesIn(paths.home).filter(isOwnFile)) rmSync(join(paths.home, name), { recursive: true });
  const others = namesIn(paths.home);
  if (others.length === 0) rmdirSync(paths.home);
  return others;
}

/** Removes what is Cairn's from a folder of the home, and the folder once nothing is left in it. */
function removeOwn({ home }: HomePaths, name: keyof typeof OWN_IN): void {
  const folder = join(home, name);
  if (!existsSync(folder)) return;
  const inside = readdirSync(folder, { withFileTypes: true });
  const own = inside.filter((entry) => OWN_IN[name].test(entry.name) && !(name === 'agents' && entry.isDirectory()));
  for (const entry of own) rmSync(join(folder, entry.name), { recursive: true, force: true });
  if (own.length === inside.length) rmSync(folder, { recursive: true, force: true });
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
 * Removes Cairn's lines also from restored files: the content from before the first recorded set-up may contain some. A file that
 * got back the lines of another home, which is there, keeps them.
 */
function restOf({ agents }: UninstallPlan, place: UninstallEnvironment): PlannedFile[] {
  const ofHomes = { home: place.paths.home, userHome: place.environment.home };
  const isOfAnother = (change: FileChange): boolean => otherHomes([change], ofHomes).some((home) => existsSync(home));
  return agents
    .flatMap(({ agent }) => removalOf(agent, place))
    .filter((change) => !isOfAnother(change))
    .map(toPlannedFile);
}
