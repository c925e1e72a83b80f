import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FolderExchange, openExchange } from '../../src/git/exchange-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The file that any home may make. */
export const TEAM = 'cairn-sync.json';

/** Git repositories of a test. */
export interface Repositories {
  root: string;
  /** Makes a checkout of the one remote. */
  clone(name: string): string;
  variables: Record<string, string>;
  git(...args: string[]): string;
  /** The paths that the remote has. */
  pushed(): string[];
}

/** A remote, and what makes checkouts of it. */
export function repositories(context: TestContext): Repositories {
  const made = repositoriesIn(temporaryFolder(context));
  made.git('init', '-q', '--bare', '-b', 'main', join(made.root, 'remote.git'));
  return made;
}

/** A remote and its checkouts of these names as they are now, for a test that changes them: git takes longer to make them. */
export function copyOf(made: Repositories, names: readonly string[], context: TestContext): Repositories {
  const copy = repositoriesIn(temporaryFolder(context));
  cpSync(made.root, copy.root, { recursive: true });
  for (const name of names) {
    const config = join(copy.root, name, '.git', 'config');
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll(made.root, copy.root));
  }
  return copy;
}

function repositoriesIn(root: string): Repositories {
  const variables = { HOME: root, PATH: process.env.PATH ?? '' };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { env: variables, encoding: 'utf8', stdio: 'pipe' });
  return {
    root,
    variables,
    git,
    pushed: () => git('-C', join(root, 'remote.git'), 'ls-tree', '-r', '--name-only', 'main').trim().split('\n'),
    clone(name) {
      git('clone', '-q', join(root, 'remote.git'), join(root, name));
      git('-C', join(root, name), 'symbolic-ref', 'HEAD', 'refs/heads/main');
      return join(root, name);
    },
  };
}

/** Writes the file of a home. */
export function add(folder: string, home: string, text: string): void {
  mkdirSync(join(folder, home), { recursive: true });
  writeFileSync(join(folder, home, '00000001.cairn'), text);
}

/** A line of a git configuration. */
export function setting(key: string, value: string): string {
  const [section = '', ...names] = key.split('.');
  const name = names.pop() ?? '';
  return `[${[section, ...names.map((part) => `"${part}"`)].join(' ')}]\n\t${name} = "${value}"\n`;
}

/** Adds to the settings of a checkout. */
export function addSettings(folder: string, text: string): void {
  appendFileSync(join(folder, '.git', 'config'), text);
}

/** The exchange of a home whose files are that of `add`, and the one that several may make. */
export function exchangeOf(folder: string, home: string, variables: Record<string, string>): FolderExchange {
  const names = [TEAM, join(home, '00000001.cairn')];
  const own = () => names.filter((name) => existsSync(join(folder, name)));
  const scratch = join(variables.HOME ?? '', 'scratch');
  return openExchange({ folder, own, common: TEAM, isShared: isOfHome, variables, scratch });
}

/** Whether a name is that of a file of some home, or of all. */
export function isOfHome(name: string): boolean {
  return name === TEAM || /^h_\w+\/\d{8}\.cairn$/.test(name);
}
