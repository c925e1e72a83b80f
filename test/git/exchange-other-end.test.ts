import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { add, exchangeOf, type Repositories, repositories, setting } from './exchange-repositories.ts';

function setAddress(folder: string, url: string): void {
  const settings = `[core]\n\tbare = false\n${setting('remote.origin.url', url)}`;
  writeFileSync(join(folder, '.git', 'config'), settings);
}

/** A bare repository that would run programs when somebody fetches from it, or pushes to it. */
function hostileRepository(path: string, { root, variables }: Pick<Repositories, 'root' | 'variables'>): void {
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', path], { env: variables });
  const marks = (name: string): string => `touch ${root}/ran-${name}`;
  for (const hook of [
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'reference-transaction',
    'proc-receive',
    'pre-auto-gc',
  ])
    writeFileSync(join(path, 'hooks', hook), `#!/bin/sh\n${marks(hook)}\n`, { mode: 0o700 });
  const settings = {
    'core.alternateRefsCommand': marks('alternates'),
    'core.fsmonitor': marks('fsmonitor'),
    'uploadpack.packObjectsHook': marks('pack'),
    'gc.recentObjectsHook': marks('recent'),
    'gc.auto': '1',
    'gc.autoDetach': 'false',
    'extensions.partialClone': 'other',
    'remote.other.url': root,
    'remote.other.uploadpack': marks('lazy'),
    'remote.other.promisor': 'true',
  };
  appendFileSync(
    join(path, 'config'),
    Object.entries(settings)
      .map(([key, value]) => setting(key, value))
      .join(''),
  );
  appendFileSync(join(path, 'config'), '[core]\n\trepositoryFormatVersion = 1\n');
}

suite('the other end of a folder of sync', () => {
  for (const address of [
    '.git/evil',
    'evil',
    './evil',
    '.',
    'file://HERE/evil',
    'file://HERE/%65v%69l',
    'file:/HERE/evil',
    'HERE/.git/evil',
    'LINK/evil',
  ]) {
    test(`refuses an address inside of the checkout: ${address}`, async (t) => {
      const { clone, variables, root } = repositories(t);
      const folder = clone('ada');
      symlinkSync(folder, join(root, 'link'));
      for (const name of ['evil', '.git/evil']) hostileRepository(join(folder, name), { root, variables });
      const url = address.replace('HERE', folder).replace('LINK', join(root, 'link'));
      setAddress(folder, url);
      add(folder, 'h_ada', 'one');
      await assert.rejects(exchangeOf(folder, 'h_ada', variables).publish(), {
        code: 'unsupported',
        message: /inside/,
      });
      assert.deepEqual(
        readdirSync(root).filter((name) => name.startsWith('ran-')),
        [],
      );
    });
  }

  test('runs nothing that a repository of this machine has in its hooks or settings', async (t) => {
    for (const form of ['path', 'address', 'relative', 'of the person'] as const) {
      const { clone, variables, root, git } = repositories(t);
      const folder = clone('ada');
      const other = join(root, 'evil');
      hostileRepository(other, { root, variables });
      const forms = { path: other, address: `file://${other}`, relative: '../evil', 'of the person': 'team:evil' };
      setAddress(folder, forms[form]);
      writeFileSync(join(root, '.gitconfig'), `[url "${root}/"]\n\tinsteadOf = team:\n`);
      add(folder, 'h_ada', 'one');
      const exchange = exchangeOf(folder, 'h_ada', variables);
      await exchange.publish();
      await exchange.fetch();
      assert.equal(git('-C', other, 'ls-tree', '-r', '--name-only', 'main'), 'h_ada/00000001.cairn\n', form);
      assert.deepEqual(
        readdirSync(root).filter((name) => name.startsWith('ran-')),
        [],
        form,
      );
    }
  });
});
