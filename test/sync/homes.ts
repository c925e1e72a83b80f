import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SyncResult } from '../../src/api/home-answers.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
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

/** Runs sync in each of some homes, one after the other. */
export async function syncAll(...homes: readonly TeamHome[]): Promise<void> {
  for (const { memory } of homes) {
    await memory.sync({ run: true });
    await memory.settled();
  }
}
