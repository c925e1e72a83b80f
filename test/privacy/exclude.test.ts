import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createExclusion } from '../../src/privacy/exclude.ts';

const none = createExclusion({ paths: [], projects: [] });

test('files that hold secrets are excluded wherever they are', () => {
  for (const path of [
    ...['.env', '/a/b/.env', '/a/.env.local', 'prod.env', '/home/me/.ssh/id_ed25519', '~/.ssh/anything', 'server.PEM'],
    ...[
      '/home/me/.aws/credentials',
      'C:\\Users\\me\\.npmrc',
      '/a/b/../.netrc',
      'file:///a/.pgpass',
      'x/terraform.tfstate',
    ],
    ...['/home/me/.docker/config.json', '/etc/shadow', '/proc/42/environ', 'my-service-account-7.json'],
  ]) {
    assert.ok(none.path(path), path);
  }
});

test('files beside them are not', () => {
  for (const path of [
    ...[
      '.env.example',
      '/a/.env/lib/python/x.py',
      'src/env.ts',
      'environment.ts',
      'id_rsa.pub',
      '/home/me/.ssh/config',
    ],
    ...['/home/me/.ssh/id_ed25519.pub', 'config.json', 'credentials.ts', '/a/etc/shadow', '', '/', '.'],
  ]) {
    assert.ok(!none.path(path), path);
  }
});

test('`~` stands for the folder of the person, and a link for where it leads', () => {
  const userHome = '/home/me';
  const realPath = (path: string): string => path.replace(/^\/home\/me\/work(?=\/|$)/, '/disk/me');
  const rules = createExclusion({
    paths: ['~/diary', '!~/diary/open'],
    projects: ['~/docs', '~/work/clients/**', '/home/me/work/acme', 'apart'],
    ...{ userHome, realPath },
  });
  for (const path of [
    '/home/me/docs',
    '/home/me/docs/a',
    '/disk/me/clients/one',
    '/disk/me/acme',
    '/home/me/work/acme',
    '/x/apart',
  ])
    assert.ok(rules.project(path), path);
  for (const path of ['/home/me/shop/docs', '/srv/docs', '/disk/me/shop', '/disk/me'])
    assert.ok(!rules.project(path), path);
  for (const path of ['/home/me/diary/a.md', '~/diary/a.md', '$HOME/diary/a.md', '~/docs/a.md'])
    assert.ok(rules.path(path), path);
  for (const path of ['/srv/diary/a.md', '/home/me/diary/open/a.md', 'src/diary/a.md'])
    assert.ok(!rules.path(path), path);
});

test("a person's pattern holds for what it names and all below, in any case", () => {
  const rules = createExclusion({
    paths: ['/srv/private', 'notes/*.md', 'vendor/**/keys', '~/diary', '!.npmrc', ' '],
    projects: ['/srv/client-*', 'secret-project'],
  });
  for (const path of [
    '/srv/private',
    '/srv/Private/a/b.ts',
    'x/notes/a.md',
    'a/vendor/b/c/keys/k.txt',
    'vendor/keys',
    '/home/me/diary/1',
  ]) {
    assert.ok(rules.path(path), path);
  }
  for (const path of ['/srv/privateer', '/a/srv/private', 'notes/a/b.md', 'notes/a.txt', '/a/.npmrc', 'src/a.ts']) {
    assert.ok(!rules.path(path), path);
  }
  for (const root of ['/srv/client-a', '/srv/client-a/packages/x', '/home/me/secret-project'])
    assert.ok(rules.project(root), root);
  for (const root of ['/srv/clients', '/home/me/secret-projects', '/srv']) assert.ok(!rules.project(root), root);
});

test('a pattern of all projects in a folder leaves the folder itself', () => {
  const rules = createExclusion({ paths: [], projects: ['~/work/*', 'apart/*'], userHome: '/home/me' });
  for (const root of ['/home/me/work/one', '/home/me/work/one/src', '/x/apart/one'])
    assert.ok(rules.project(root), root);
  for (const root of ['/home/me/work', '/home/me', '/x/apart']) assert.ok(!rules.project(root), root);
});

test('a pattern of a name matches as its regular expression does', () => {
  const char = fc.constantFrom('a', 'b', '.', '*', '?');
  fc.assert(
    fc.property(
      fc
        .string({ unit: char, minLength: 1, maxLength: 8 })
        .filter((glob) => !/^\.+$/.test(glob) && !glob.includes('**')),
      fc
        .string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 10 })
        .filter((name) => !/^\.+$/.test(name)),
      (glob, name) => {
        const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        const rules = createExclusion({ paths: [glob], projects: [] });
        assert.equal(
          rules.path(`/x/${name}`),
          new RegExp(`^${source}$`).test(name) || new RegExp(`^${source}$`).test('x'),
        );
      },
    ),
    { numRuns: 300 },
  );
});
