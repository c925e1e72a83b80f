import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createProjectResolver, normalizeRemote } from '../../src/projects/resolve-project.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-project-')));
after(() => rmSync(root, { recursive: true, force: true }));

function repository(name: string, remote?: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const config = remote === undefined ? '' : `[remote "origin"]\n\turl = ${remote}\n`;
  writeFileSync(join(folder, '.git', 'config'), config);
  return folder;
}

const resolve = createProjectResolver({ userHome: join(root, 'home'), now: () => 0 });

/** The project of a folder whose files have changed. */
function resolveAnew(folder: string): ReturnType<typeof resolve> {
  return createProjectResolver({ userHome: join(root, 'home'), now: () => 0 })(folder);
}

test('all spellings of a remote are one', () => {
  const spellings = [
    'git@example.com:team/shop.git',
    'ssh://git@example.com:22/team/shop.git',
    `https://user:${'secret'}@Example.com/team/shop.git/`,
    'https://example.com/team/shop',
    'https://example.com/team/shop.git?private_token=abc#readme',
  ];
  assert.deepEqual([...new Set(spellings.map(normalizeRemote))], ['example.com/team/shop']);
});

test('two clones of one remote are one project, two repositories without a remote are two', () => {
  const one = resolve(repository('clone-a', 'git@example.com:team/shop.git'));
  const two = resolve(repository('clone-b', 'https://example.com/team/shop'));
  const three = resolve(repository('alone/shop'));
  const four = resolve(repository('other/shop'));
  assert.equal(one?.id, two?.id);
  assert.equal(one?.name, 'shop');
  assert.notEqual(three?.id, four?.id);
});

test('a remote that is a relative path, or none, makes no two repositories one', () => {
  for (const remote of ['../origin.git', './origin.git', 'origin.git', '.', '..', '/', 'https://', '"https://#a"']) {
    const [one, two] = ['acme', 'rival'].map((owner) => resolveAnew(repository(`${owner}/shop`, remote)));
    assert.notEqual(one?.id, two?.id, remote);
    assert.deepEqual([one?.remote, two?.remote], [undefined, undefined], remote);
  }
  const [one, two] = ['acme/one', 'acme/two'].map((name) => resolveAnew(repository(name, '../origin.git')));
  assert.equal(one?.id, two?.id, 'clones of one repository beside them');
});

test('a query that names the repository counts', () => {
  const [one, two] = ['a', 'b'].map((name) => normalizeRemote(`https://git.example/git.cgi?repo=${name}&token=x`));
  assert.deepEqual([one, two], ['git.example/git.cgi?repo=a', 'git.example/git.cgi?repo=b']);
});

test('a worktree is the project of its repository', () => {
  const main = repository('main-tree', 'git@example.com:team/tree.git');
  const linked = join(main, '.git', 'worktrees', 'feature');
  mkdirSync(linked, { recursive: true });
  writeFileSync(join(linked, 'HEAD'), 'ref: refs/heads/feature\n');
  writeFileSync(join(linked, 'commondir'), '../..\n');
  const tree = join(root, 'feature-tree');
  mkdirSync(tree);
  writeFileSync(join(tree, '.git'), `gitdir: ${linked}\n`);
  assert.equal(resolve(tree)?.id, resolve(main)?.id);
  assert.equal(resolve(tree)?.root, main);
});

test('marks are looked for in 64 folders, and what is too long to be a path is no project', () => {
  const project = join(root, 'home', 'nested');
  const at = (depth: number): string => join(project, ...Array.from({ length: depth }, () => 'a'));
  mkdirSync(at(64), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  assert.equal(resolve(at(63))?.root, project);
  assert.equal(resolve(at(64))?.root, at(64));
  assert.equal(resolve('/a'.repeat(50_000)), undefined);
});

test('without git the nearest folder with a mark is the root, else the session’s first folder; HOME and / are none', () => {
  const project = join(root, 'home', 'work', 'marked');
  mkdirSync(join(project, 'src', 'deep'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  assert.equal(resolve(join(project, 'src', 'deep'))?.root, project);
  const bare = join(root, 'home', 'notes');
  mkdirSync(join(bare, 'sub'), { recursive: true });
  assert.equal(resolve(join(bare, 'sub'), bare)?.root, bare);
  assert.equal(resolve(join(root, 'home')), undefined);
  assert.equal(resolve('/'), undefined);
});

test('a folder that is not on this machine is a project by its path', () => {
  const there = resolve('/home/someone/projects/elsewhere');
  assert.equal(there?.name, 'elsewhere');
  assert.equal(there?.id, resolve('/home/someone/projects/elsewhere/')?.id);
});
