import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { CairnError } from '../../src/core/errors.ts';
import { sha256Hex } from '../../src/core/hash.ts';
import { installProgram, isInstalled, readBuiltProgram } from '../../src/setup/install-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A build of one file, as `npm run build` describes it. */
function buildIn(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cli.js'), text);
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ version: '1.2.3', files: { 'cli.js': sha256Hex(text) } }));
  return folder;
}

function homeIn(folder: string): ReturnType<typeof homePaths> {
  const paths = homePaths(join(folder, 'home'));
  mkdirSync(paths.app, { recursive: true });
  return paths;
}

test('copies a build and turns to it at once', (context) => {
  const folder = temporaryFolder(context);
  const paths = homeIn(folder);
  const program = readBuiltProgram(buildIn(join(folder, 'dist'), 'one'));
  assert.equal(isInstalled(program, paths), false);
  installProgram(program, paths);
  assert.equal(isInstalled(program, paths), true);
  assert.equal(readFileSync(join(paths.appCurrent, 'cli.js'), 'utf8'), 'one');
});

test('tells two builds of one version apart, and keeps the one before', (context) => {
  const folder = temporaryFolder(context);
  const paths = homeIn(folder);
  for (const text of ['one', 'two', 'three'])
    installProgram(readBuiltProgram(buildIn(join(folder, 'dist'), text)), paths);
  assert.equal(readFileSync(join(paths.appCurrent, 'cli.js'), 'utf8'), 'three');
  const kept = readdirSync(paths.app).filter((name) => name !== 'current');
  assert.deepEqual(kept.map((name) => readFileSync(join(paths.app, name, 'cli.js'), 'utf8')).sort(), ['three', 'two']);
});

test('installs from the installed program itself', (context) => {
  const folder = temporaryFolder(context);
  const paths = homeIn(folder);
  installProgram(readBuiltProgram(buildIn(join(folder, 'dist'), 'one')), paths);
  const again = readBuiltProgram(paths.appCurrent);
  assert.equal(isInstalled(again, paths), true);
  installProgram(again, paths);
  assert.equal(readFileSync(join(paths.appCurrent, 'cli.js'), 'utf8'), 'one');
});

test('refuses a build whose files are not what it says, and what is no build', (context) => {
  const folder = temporaryFolder(context);
  const paths = homeIn(folder);
  const dist = buildIn(join(folder, 'dist'), 'one');
  writeFileSync(join(dist, 'cli.js'), 'something else');
  assert.throws(
    () => installProgram(readBuiltProgram(dist), paths),
    (error) => error instanceof CairnError && error.code === 'damaged',
  );
  assert.deepEqual(readdirSync(paths.app), []);
  assert.throws(() => readBuiltProgram(folder), /holds no built program/);
});
