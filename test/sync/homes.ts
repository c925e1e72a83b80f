import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SyncResult } from '../../src/api/home-answers.ts';
import { openBackup } from '../../src/backup/open-backup.ts';
import { type Restored, restoreBackup } from '../../src/backup/restore-backup.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { now } from '../../src/platform/clock.ts';
import { type FreshHome, type FreshOptions, freshHome, openFresh } from '../support/fresh-home.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A home of a team in a test, opened by its person. */
export interface TeamHome extends OpenedMemory {
  at: FreshHome;
  name: string;
}

/** A folder that a team shares, and its key file. */
export interface TeamFolder {
  folder: string;
  keyFile: string;
}

/** A new folder for a team. */
export function teamFolder(context: TestContext): TeamFolder {
  const root = temporaryFolder(context);
  const folder = join(root, 'team');
  mkdirSync(folder);
  return { folder, keyFile: join(root, 'team.key') };
}

/** Opens a home in whose project a git remote is named, the same in all homes. */
export function openHome(context: TestContext, name: string, options: Partial<FreshOptions> = {}): TeamHome {
  const home = freshHome(context);
  nameRemote(home.project, 'git@git.example:acme/shop.git');
  return { ...openFresh(context, { home, caller: { person: true }, ...options }), name };
}

/** Makes a folder the checkout of a repository with a remote, as far as its files say so. */
export function nameRemote(folder: string, remote: string): void {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`);
}

/** A home takes part by a folder, and shares its project. */
export async function joinTeam(home: TeamHome, { folder, keyFile }: TeamFolder, kinds?: string[]): Promise<void> {
  await home.memory.sync({ add: folder, keyFile, member: home.name });
  await shareProject(home, kinds);
}

/** Shares the home's project, as planned; something must be remembered of it. */
export async function shareProject({ memory, at }: TeamHome, kinds?: string[]): Promise<SyncResult> {
  const asked = { share: at.project, ...(kinds === undefined ? {} : { kinds: kinds as never }) };
  const { plan } = await memory.sync(asked);
  return memory.sync({ ...asked, confirm: plan?.token ?? '' });
}

/** Puts a backup of a home in the place of its database, or of that of another home (`to`), and opens that. */
export async function restoreInto(
  context: TestContext,
  home: TeamHome,
  { name, to = home }: { name: string; to?: Pick<TeamHome, 'at'> },
): Promise<{ home: TeamHome; restored: Restored }> {
  if (to.at === home.at) await home.memory.close();
  const { root, home: folder } = to.at;
  const opened = await openBackup(join(home.at.home, 'backups', name), root);
  const options = { dbPath: join(folder, 'cairn.db'), backups: join(folder, 'backups'), targetsOf: () => [] };
  const restored = await restoreBackup(opened, options, now());
  opened.close();
  return { home: { ...openFresh(context, { home: to.at, caller: { person: true } }), name: home.name }, restored };
}

/** A machine to which a backup of a home is brought, opened there; the first one goes on. */
export async function onAnotherMachine(context: TestContext, home: TeamHome): Promise<TeamHome> {
  const { name } = await home.memory.backup();
  const at = freshHome(context);
  nameRemote(at.project, 'git@git.example:acme/shop.git');
  await openFresh(context, { home: at, caller: { person: true } }).memory.close();
  return (await restoreInto(context, home, { name, to: { at } })).home;
}

/** Runs sync in each of some homes, one after the other. */
export async function syncAll(...homes: readonly TeamHome[]): Promise<void> {
  for (const { memory } of homes) {
    await memory.sync({ run: true });
    await memory.settled();
  }
}
