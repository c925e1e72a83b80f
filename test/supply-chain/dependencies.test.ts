// What comes with Cairn: no package runs a program when it is installed, each licence is one that may be passed on, and what
// was bundled is listed with its licence, version and hash.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Component, type LockedPackage, SBOM_FILE } from '../../scripts/build/sbom.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUN_AT_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
const PASSED_ON = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', '0BSD']);
const MODEL = 'cairn-memory-model-minilm';

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const json = <Value>(path: string): Value => JSON.parse(text(path)) as Value;
const own = (): Manifest => json<Manifest>('package.json');
const lock = () =>
  json<{ packages: Record<string, LockedPackage & { hasInstallScript?: true; link?: true; resolved?: string }> }>(
    'package-lock.json',
  );
const bundled = (): Component[] => json<{ components: Component[] }>(`dist/${SBOM_FILE}`).components;

test('no package of the lockfile runs a program when it is installed', () => {
  const { packages } = lock();
  assert.ok(Object.keys(packages).length > 50);
  assert.deepEqual(
    Object.keys(packages).filter((path) => packages[path]?.hasInstallScript),
    [],
  );
});

test('no installed package has a script that an installation runs', () => {
  const folders = Object.keys(lock().packages).filter((path) => existsSync(join(ROOT, path, 'package.json')));
  assert.ok(folders.length > 50);
  for (const folder of folders) {
    // `prepare` and `prepublish` of a package from the registry are not run; of this repository they would be.
    const run = folder === '' ? RUN_AT_INSTALL : RUN_AT_INSTALL.slice(0, 3);
    const { scripts = {} } = json<Manifest>(join(folder, 'package.json'));
    assert.deepEqual(
      run.filter((name) => Object.hasOwn(scripts, name)),
      [],
      folder,
    );
    assert.ok(!existsSync(join(ROOT, folder, 'binding.gyp')), `${folder} is compiled at its installation`);
  }
});

test('npm is told not to run scripts, and every version is exact and pinned by a hash', () => {
  assert.match(text('.npmrc'), /^ignore-scripts=true$/m);
  const { dependencies = {}, devDependencies = {} } = own();
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
  const unpinned = Object.entries(lock().packages).filter(
    ([path, one]) => path.includes('node_modules/') && one.link === undefined && !/^sha512-/.test(one.integrity ?? ''),
  );
  assert.deepEqual(unpinned, []);
});

test('the one dependency at run time is the bundled model, which has no code', () => {
  assert.deepEqual(Object.keys(own().dependencies ?? {}), [MODEL]);
  const { scripts, dependencies } = json<Manifest>('packages/model-minilm/package.json');
  assert.deepEqual([scripts, dependencies], [undefined, undefined]);
});

test('the bill of materials lists what was bundled as npm lists it', () => {
  const components = bundled();
  assert.ok(components.length > 10);
  const made = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  const byNpm = new Map((JSON.parse(made).components as Component[]).map((one) => [one.purl, one]));
  for (const { purl, hashes } of components) assert.deepEqual(byNpm.get(purl)?.hashes, hashes, purl);
});

test('every bundled package may be passed on, and its licence is shipped', () => {
  const shipped = text('dist/THIRD-PARTY-LICENSES.txt');
  for (const { name, version, licenses } of bundled()) {
    const [licence] = licenses;
    assert.ok(PASSED_ON.has(licence?.expression ?? ''), `${name}: ${licence?.expression}`);
    assert.ok(shipped.includes(`${name} ${version} (${licence?.expression})\n`), name);
  }
  const titles = shipped.match(/^\S+ \d+\.\d+\.\d+\S* \(.+\)$/gm) ?? [];
  assert.equal(titles.length, bundled().length);
  assert.doesNotMatch(shipped, /^Licensed under .*\.$/m, 'a package comes without the text of its licence');
});

test('docs/dependencies.md names every direct dependency', () => {
  const page = text('docs/dependencies.md');
  const { devDependencies = {} } = own();
  assert.deepEqual(
    Object.keys(devDependencies).filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});
