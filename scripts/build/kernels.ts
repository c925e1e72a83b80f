import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main as compile } from 'assemblyscript/asc';

/** A kernel: AssemblyScript that becomes one WebAssembly module. */
export interface Kernel {
  /** Path from the root of the clone. */
  source: string;
  /** Name in `dist/`; `loadKernel` of `src/platform` finds it by the part before the dot. */
  output: string;
}

/** All kernels. Adding one is adding a row. */
export const KERNELS: readonly Kernel[] = [
  { source: 'kernels/bert/bert.ts', output: 'bert.wasm' },
  { source: 'kernels/scan/scan.ts', output: 'scan.wasm' },
];

// No runtime and no checks: a kernel has no objects, the caller lays out its memory. Nothing that differs between machines.
const FLAGS = [
  '-O3',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--noAssert',
  '--use',
  'abort=',
  '--disableWarning',
  '112',
];

/** Compiles the kernels into a folder; throws with the compiler's words when one does not compile. */
export async function compileKernels(kernels: readonly Kernel[], options: { root: string; outputFolder: string }) {
  for (const { source, output } of kernels) {
    const { error, stderr } = await compile([source, '--outFile', output, ...FLAGS], {
      readFile: (name) => readText(join(options.root, name)),
      writeFile: (name, contents) => writeFileSync(join(options.outputFolder, name), contents),
      listFiles: () => [],
    });
    if (error !== null) throw new Error(`${source}: ${error.message}\n${stderr.toString()}`);
  }
}

// The compiler asks for files that need not be there.
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
