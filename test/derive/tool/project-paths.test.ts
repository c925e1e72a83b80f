import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForeignPath, itemPath } from '../../../src/derive/tool/project-paths.ts';
import { ROOT } from '../make-event.ts';

const PLACE = { projectRoot: ROOT, cwd: `${ROOT}/app` };

test('names files below the project from its root and others whole', () => {
  assert.equal(itemPath(`${ROOT}/src/a.ts`, PLACE), 'src/a.ts');
  assert.equal(itemPath('a.ts', PLACE), 'app/a.ts');
  assert.equal(itemPath('../src/./a.ts', PLACE), 'src/a.ts');
  assert.equal(itemPath('/etc/hosts', PLACE), '/etc/hosts');
  assert.equal(itemPath('C:\\work\\a.ts', { projectRoot: 'C:\\work' }), 'a.ts');
});

test('names files of a working tree beside the root from that tree', () => {
  assert.equal(itemPath('/home/dev/trees/one/a.ts', { projectRoot: ROOT, cwd: '/home/dev/trees/one' }), 'a.ts');
});

test('counts the project, its working tree and devices as its own', () => {
  for (const path of [`${ROOT}/src/a.ts`, 'src/a.ts', '../lib/b.ts', '/dev/null', `${ROOT}/app`]) {
    assert.equal(isForeignPath(path, PLACE), false, path);
  }
});

test('counts as foreign what lies outside the project or in its dependencies', () => {
  const foreign = [
    'https://pages.example/5',
    'git://code.example/a/kit.git',
    '/etc/passwd',
    '~/notes.md',
    '$HOME/x',
    '../../other/a.ts',
    `${ROOT}-copy/a.ts`,
    'node_modules/left-pad/readme.md',
    `${ROOT}/vendor/x/a.go`,
    `${ROOT}/deps/x/a.ex`,
    `${ROOT}/.venv/lib/site-packages/x.py`,
  ];
  for (const path of foreign) assert.equal(isForeignPath(path, PLACE), true, path);
});

test('trusts no home, root or scratch folder as a project', () => {
  for (const cwd of ['/', '/home/dev', '/root', '/tmp', '/Users/dev', 'C:/Users/dev']) {
    assert.equal(isForeignPath(`${cwd}/x/evil.md`, { cwd }), true, cwd);
  }
  assert.equal(isForeignPath('/a/b.ts', {}), true);
  assert.equal(isForeignPath('b.ts', {}), false);
});
