import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import { topOf } from '../../../src/ingest/top-of.ts';
import { workTreesOf } from '../../../src/ingest/work-trees.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file pattern from the root or home holds in each work tree of the repository', (context) => {
  const userHome = temporaryFolder(context);
  const shop = join(userHome, 'w', 'shop');
  const trees = [join(shop, '.claude', 'worktrees', 'feat'), join(userHome, 'w', 'shop-fix')];
  const other = join(userHome, 'w', 'other');
  for (const folder of [shop, other]) mkdirSync(join(folder, 'contracts'), { recursive: true });
  const git = (folder: string, ...args: string[]): void => {
    const env = { PATH: process.env.PATH, HOME: userHome, GIT_CONFIG_GLOBAL: '/dev/null' };
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    execFileSync('git', ['-C', folder, ...person, ...args], { env, stdio: 'ignore' });
  };
  for (const folder of [shop, other]) {
    git(folder, 'init');
    git(folder, 'commit', '--allow-empty', '-m', 'first');
  }
  for (const [at, tree] of trees.entries()) git(shop, 'worktree', 'add', tree, '-b', `b${at}`);
  const paths = { key: join(userHome, 'key'), asides: join(userHome, 'asides') };
  const kept = (patterns: string[], cwd: string, [tool, input, output]: readonly [string, object, string]): boolean[] =>
    [{ topOf, workTreesOf }, {}].map((inWorker) => {
      const settings = { 'privacy.excludePaths': patterns, 'privacy.excludeProjects': [], 'privacy.maxChars': 10_000 };
      const clean = openHomeDoor({ paths, settings, userHome, ...inWorker }).clean({
        ...{ agent: 'claude-code', agentSession: 's', at: 1, source: 'hook', identity: { number: '1' }, cwd },
        body: { kind: 'tool.end', tool, input: { ...input }, output, success: true },
      });
      return JSON.stringify(clean?.body).includes('KEPT');
    });
  const callsIn = (tree: string, cwd: string) =>
    [
      ['Bash', { command: `cat ${relative(cwd, tree) || '.'}/contracts/acme.md` }, 'KEPT'],
      ['Bash', { command: `cd ${tree} && cat contracts/*` }, 'KEPT'],
      ['Read', { file_path: join(tree, 'contracts', 'acme.md') }, '1→KEPT'],
      [
        'Bash',
        { command: `git -C ${tree} diff` },
        'diff --git a/contracts/acme.md b/contracts/acme.md\n--- a/contracts/acme.md\n+++ b/contracts/acme.md\n@@ -1 +1 @@\n+KEPT',
      ],
      ['Grep', { pattern: 'fee', path: tree }, 'contracts/acme.md:1:KEPT'],
    ] as const;
  for (const patterns of [
    ['~/w/shop/contracts/'],
    [join(shop, 'contracts')],
    [`${trees[1]}/contracts/*.md`],
    ['~/**/shop/contracts'],
  ]) {
    for (const tree of trees) {
      for (const cwd of [tree, join(tree, 'src'), shop]) {
        for (const call of callsIn(tree, cwd)) {
          const [byWorker, byHook] = kept(patterns, cwd, call);
          assert.equal(byWorker, false, JSON.stringify([patterns, cwd, call]));
          // A hook without a worker knows the main work tree, and that of the folders of the call.
          const isKnown = !patterns.some((pattern) => pattern.startsWith(trees[1] ?? '')) && cwd !== shop;
          if (isKnown) assert.equal(byHook, false, `by hook: ${JSON.stringify([patterns, cwd, call])}`);
        }
      }
      assert.equal(kept(patterns, other, callsIn(tree, other)[2])[0], false, 'read from another repository');
    }
    for (const call of callsIn(other, other))
      assert.deepEqual(kept(patterns, other, call), [true, true], JSON.stringify(call));
    for (const cwd of trees)
      assert.deepEqual(kept(patterns, cwd, ['Bash', { command: 'cat src/a.ts' }, 'KEPT']), [true, true]);
  }
  // A pattern that takes a file in again does so in each tree; one for whole work trees says nothing of the main one.
  const call = ['Bash', { command: 'cat contracts/acme.md' }, 'KEPT'] as const;
  for (const tree of trees)
    assert.deepEqual(kept(['~/w/shop/contracts/', '!~/w/shop/contracts/acme.md'], tree, call), [true, true]);
  for (const pattern of ['~/w/shop/.claude/worktrees/', '~/w/shop/.claude/worktrees/feat', '~/w/shop-fix/**'])
    assert.deepEqual(kept([pattern], shop, call), [true, true], pattern);
  assert.deepEqual(kept(['~/w/shop/'], trees[1] ?? '', call), [false, false]);
});
