// Builds `dist/`, the program as set-up copies it to a person's home: it needs nothing beside it but Node.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bundle, bundleModules, bundleSingle } from './build/bundle.ts';
import { bundleDeclarations } from './build/declarations.ts';
import { COPIES, ENTRIES, TYPED_ENTRY } from './build/entries.ts';
import { collectGrammars } from './build/grammars.ts';
import { compileKernels, KERNELS } from './build/kernels.ts';
import { thirdPartyLicences } from './build/licences.ts';
import { digestsBelow, publish } from './build/publish.ts';
import { SBOM_FILE, toSbom } from './build/sbom.ts';
import { bundleWeb } from './build/web.ts';
import { renderHelp } from './docs/render-help.ts';
import { renderManPage } from './docs/render-man-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const staging = join(root, '.cache', 'build');
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// One build at a time: `scripts/run.mjs` sees to it. What a killed one left goes first.
rmSync(staging, { recursive: true, force: true });
try {
  mkdirSync(staging, { recursive: true });
  const bundles = await bundleAll();
  const page = await bundleWeb({ root, source: 'web', outputFolder: join(staging, 'web') });
  const teamPage = await bundleWeb({ root, source: 'web/team', outputFolder: join(staging, 'team-web') });
  collectGrammars(root);
  await compileKernels(KERNELS, { root, outputFolder: staging });
  copyFiles();
  await bundleDeclarations(TYPED_ENTRY, { root, outputFolder: staging });
  describe([...bundles, ...page, ...teamPage]);
  publish(staging, join(root, 'dist'));
  report([...bundles, ...page, ...teamPage]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

async function bundleAll(): Promise<Bundle[]> {
  const options = { root, outputFolder: staging };
  const isSingle = (output: string): boolean => output.endsWith('.cjs');
  const modules = ENTRIES.filter((entry) => !isSingle(entry.output));
  const bundles = await bundleModules(
    modules.filter((entry) => entry.alone !== true),
    options,
  );
  for (const entry of modules.filter((entry) => entry.alone)) bundles.push(...(await bundleModules([entry], options)));
  for (const entry of ENTRIES.filter((entry) => isSingle(entry.output))) {
    bundles.push(await bundleSingle(entry, options));
  }
  for (const entry of ENTRIES) if (entry.command) chmodSync(join(staging, entry.output), 0o755);
  return bundles;
}

function copyFiles(): void {
  for (const { source, output, command } of COPIES) {
    copyFileSync(join(root, source), join(staging, output));
    if (command) chmodSync(join(staging, output), 0o755);
  }
}

function describe(bundles: readonly Bundle[]): void {
  const write = (file: string, text: string): void => writeFileSync(join(staging, file), text);
  const modules = bundles.flatMap((bundle) => bundle.modules);
  write('package.json', `${JSON.stringify({ name, version, license, type: 'module' }, null, 2)}\n`);
  write('THIRD-PARTY-LICENSES.txt', thirdPartyLicences(modules, root));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  write(SBOM_FILE, `${JSON.stringify(toSbom({ modules, lock, name, version, license }), null, 2)}\n`);
  mkdirSync(join(staging, 'man'), { recursive: true });
  write('man/cairn.1', renderManPage(version));
  write('help.json', JSON.stringify(renderHelp(version)));
  const singles = bundles.filter((bundle) => bundle.output.endsWith('.cjs'));
  write('build.json', `${JSON.stringify({ version, files: digestsBelow(staging), singles }, null, 2)}\n`);
}

function report(bundles: readonly Bundle[]): void {
  for (const { output, bytes, modules } of bundles) {
    process.stdout.write(`${output}  ${(bytes / 1000).toFixed(1)} kB  ${modules.length} modules\n`);
    if (output === 'hook-main.cjs') process.stdout.write(modules.map((module) => `  ${module}\n`).join(''));
  }
}
