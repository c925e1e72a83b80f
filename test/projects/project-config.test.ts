import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { createProjectConfigs } from '../../src/projects/project-config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function placeOf(context: TestContext) {
  const base = realpathSync(temporaryFolder(context));
  const [root, home] = [join(base, 'shop'), join(base, '.cairn')];
  mkdirSync(join(root, '.cairn'), { recursive: true });
  mkdirSync(home);
  const { settings } = resolveConfig({ env: {}, userHome: base, readText: () => undefined });
  let news = 0;
  const configOf = createProjectConfigs({ settings, home, onNews: () => (news += 1) });
  takeIgnored();
  context.after(() => assert.deepEqual(takeIgnored(), {}));
  return { base, root, home, file: join(root, '.cairn', 'config.json'), configOf, news: () => news };
}

test('reads a file once, and again when it changed, came or went', (context) => {
  const { root, file, configOf, news } = placeOf(context);
  assert.equal(configOf(root), undefined);
  assert.equal(configOf(undefined), undefined);
  writeFileSync(file, '{"capture.enabled": false, "privacy.excludePaths": ["vault/"], "privacy.patterns": ["acme-*"]}');
  const first = configOf(root);
  assert.equal(first?.narrowed['capture.enabled'], false);
  assert.ok(first?.excludes.path('/x/vault/a.txt') && !first.excludes.path('/x/src/a.txt'));
  assert.equal(first?.hide('see ACME-12'), 'see [redacted:private]');
  assert.equal(configOf(root), first);
  assert.equal(news(), 1);
  writeFileSync(file, '{}');
  assert.deepEqual(configOf(root)?.narrowed, {});
  assert.equal(news(), 2);
});

test('a link out, a huge file, a folder, a pipe and nonsense count for nothing, and are told', (context) => {
  const { base, root, file, configOf } = placeOf(context);
  const secret = join(base, 'secret.json');
  writeFileSync(secret, '{"capture.enabled": false}');
  const make: [string, () => void, RegExp][] = [
    ['a link out', () => symlinkSync(secret, file), /no file of this project/],
    ['a folder', () => mkdirSync(file), /no file of this project/],
    ['a pipe', () => execFileSync('mkfifo', [file]), /no file of this project/],
    ['huge', () => writeFileSync(file, `{"a": "${'x'.repeat(70_000)}"}`), /longer than 64 kB/],
    ['nonsense', () => writeFileSync(file, '\0\u00ff{{{'), /not a JSON object/],
    ['a list', () => writeFileSync(file, '[1]'), /not a JSON object/],
  ];
  for (const [what, write, why] of make) {
    execFileSync('rm', ['-rf', file]);
    write();
    assert.match(configOf(root)?.problem ?? '', why, what);
    assert.deepEqual(configOf(root)?.narrowed, {}, what);
  }
  execFileSync('rm', ['-rf', join(root, '.cairn')]);
  symlinkSync(base, join(root, '.cairn'));
  writeFileSync(join(base, 'config.json'), '{"capture.enabled": false}');
  assert.match(configOf(root)?.problem ?? '', /no file of this project/, 'a folder that leads out');
  execFileSync('rm', [join(root, '.cairn')]);
  symlinkSync('.cairn', join(root, '.cairn'));
  assert.equal(configOf(root), undefined, 'a link to itself');
});

test("the person's own settings are no project's, where their folder is a repository", (context) => {
  const { base, home, configOf } = placeOf(context);
  writeFileSync(join(home, 'config.json'), '{"llm.model": "none"}');
  assert.equal(configOf(base), undefined);
});
