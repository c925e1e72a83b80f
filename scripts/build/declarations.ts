import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import type { Entry } from './entries.ts';

/**
 * Writes the declarations of an entry as one file of the entry's output name. Types that do not check are the business of
 * `npm run check`, not of a build; throws when the compiler emits nothing, and when what it emits needs more than one file.
 */
export async function bundleDeclarations(
  { source, output }: Entry,
  { root, outputFolder }: { root: string; outputFolder: string },
): Promise<void> {
  const emitted = join(outputFolder, 'types');
  try {
    const input = emitDeclarations(source, { root, outputFolder: emitted });
    await bundle(input, { name: output.replace(/\.d\.ts$/, ''), outputFolder });
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

/** The path of what the compiler makes of `source`, with the declarations of all that it imports around it. */
function emitDeclarations(source: string, { root, outputFolder }: { root: string; outputFolder: string }): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const emitted = join(outputFolder, source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
  try {
    execFileSync(process.execPath, [tsc, '--noCheck', '--project', 'tsconfig.types.json', '--outDir', outputFolder], {
      cwd: root,
      stdio: 'pipe',
    });
  } catch (error) {
    if (!existsSync(emitted)) throw error;
  }
  return emitted;
}

async function bundle(input: string, { name, outputFolder }: { name: string; outputFolder: string }): Promise<void> {
  const build = await rolldown({
    input: { [name]: input },
    external: [/^node:/],
    // What comes in are declarations: the generator makes none, and this one asks for no API of the compiler.
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, generator: 'oxc', tsconfig: false })],
    // A slow machine is no fault of what is built.
    checks: { bundlerTimings: false },
    onLog: (_level, log) => {
      throw new Error(`${log.code}: ${log.message}`);
    },
  });
  try {
    const { output } = await build.write({ dir: outputFolder, format: 'esm' });
    if (output.length !== 1) throw new Error(`the declarations of ${name} fell into ${output.length} files`);
  } finally {
    await build.close();
  }
}
