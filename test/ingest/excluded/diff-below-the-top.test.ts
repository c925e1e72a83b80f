import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import { topOf } from '../../../src/ingest/top-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Place {
  cwd: string;
  cd: string;
  /** In a hook that finds no worker: it looks at each folder above. */
  inHook?: boolean;
}

test('a diff of git names its files from the top of the repository', (context) => {
  const userHome = temporaryFolder(context);
  const shop = join(userHome, 'work', 'shop');
  for (const folder of ['contracts', 'docs', 'src']) mkdirSync(join(shop, folder), { recursive: true });
  const git = (...args: string[]): string => {
    const env = { PATH: process.env.PATH, HOME: userHome, GIT_CONFIG_GLOBAL: '/dev/null' };
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', ['-C', join(shop, 'src'), ...person, ...args], { env, encoding: 'utf8' });
  };
  const write = (words: string): void => {
    writeFileSync(join(shop, 'contracts', 'a.md'), `leaving ${words}\n`);
    writeFileSync(join(shop, 'docs', 'a.md'), `staying ${words}\n`);
  };
  write('one');
  git('init', '..');
  git('add', '-A', '..');
  git('commit', '-m', 'first');
  write('two');
  const tell = (words: string[], patterns: string[], { cwd, cd, inHook = false }: Place): string => {
    const command = `${cd}git ${words.join(' ')}`;
    const settings = { 'privacy.excludePaths': patterns, 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 };
    const paths = { key: join(userHome, 'key'), asides: join(userHome, 'asides') };
    const output = git(...words);
    const clean = openHomeDoor({ paths, settings, userHome, ...(!inHook && { topOf }) }).clean({
      ...{ agent: 'claude-code', agentSession: 's', at: 1, source: 'hook', identity: { number: '1' }, cwd },
      body: { kind: 'tool.end', tool: 'Bash', input: { command }, output, success: true },
    });
    assert.match(output, /leaving[\s\S]*staying/);
    return JSON.stringify(clean?.body);
  };
  for (const pattern of ['contracts/', '~/work/shop/contracts/', join(shop, 'contracts', 'a.md')]) {
    for (const words of [['diff'], ['diff', '--no-prefix'], ['show'], ['log', '-p']]) {
      // The folders beside the repository are none of it.
      const patterns = [pattern, '~/docs/', '~/work/docs/'];
      for (const [folder, cd] of [
        [shop, ''],
        [join(shop, 'src'), ''],
        [userHome, 'cd work/shop/src && '],
      ] as const) {
        const told = tell(words, cd === '' ? patterns : [pattern], { cwd: folder, cd });
        const what = `${cd}git ${words.join(' ')} in ${folder} by ${pattern}`;
        assert.doesNotMatch(told, /leaving/, what);
        assert.match(told, /staying/, what);
        const heard = tell(words, [pattern], { cwd: folder, cd, inHook: true });
        assert.doesNotMatch(heard, /leaving/, `by hook: ${what}`);
        assert.match(heard, /staying/, `by hook: ${what}`);
      }
    }
  }
});
