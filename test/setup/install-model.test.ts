import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { installModel, planModel } from '../../src/setup/install-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILE = 'minilm.cairn';

/** A home, and a folder with a model of some bytes. */
function open(context: TestContext) {
  const root = temporaryFolder(context);
  const folder = join(root, 'package');
  mkdirSync(folder);
  writeFileSync(join(folder, FILE), 'weights');
  return { folder, paths: homePaths(join(root, 'home')) };
}

test('a model is copied once, and is then the same for every version of the program', (context) => {
  const { folder, paths } = open(context);
  const copy = planModel(folder, paths);
  assert.ok(copy);
  installModel(copy, paths);
  assert.equal(readFileSync(join(paths.models, FILE), 'utf8'), 'weights');
  assert.equal(statSync(join(paths.models, FILE)).mode & 0o777, 0o600);
  assert.equal(planModel(folder, paths), undefined);
});

test('one that is damaged, or another, is copied again', (context) => {
  const { folder, paths } = open(context);
  mkdirSync(paths.models, { recursive: true });
  writeFileSync(join(paths.models, FILE), 'weighty');
  const copy = planModel(folder, paths);
  assert.ok(copy);
  installModel(copy, paths);
  assert.equal(readFileSync(join(paths.models, FILE), 'utf8'), 'weights');
});

test('a program that came without a model copies none', (context) => {
  const { paths } = open(context);
  assert.equal(planModel(undefined, paths), undefined);
  assert.equal(planModel(paths.home, paths), undefined);
});

test('a model that is gone by then is an error that says so', (context) => {
  const { folder, paths } = open(context);
  assert.throws(() => installModel({ from: join(folder, 'none'), to: join(paths.models, FILE) }, paths), {
    code: 'damaged',
  });
});
