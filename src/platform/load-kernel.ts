import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CairnError } from '../core/errors.ts';

/** A compiled kernel. It can be passed to a thread; optimised code is kept as long as a reference exists. */
export interface KernelModule {
  readonly kind?: 'kernel';
}

/** The exports that every kernel has besides its functions. An address is an offset in its memory. */
export interface KernelExports {
  memory: {
    /** Replaced whenever the memory grows. */
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB. Throws `RangeError` when there are no more. */
    grow(pages: number): number;
  };
}

// Node's types do not declare it.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => KernelModule;
    Instance: new (module: KernelModule, imports: object) => { exports: unknown };
  };
};

const modules = new Map<string, KernelModule>();

/**
 * Loads a compiled kernel by name (`bert` for `bert.wasm`): next to the program, or from `dist/` when it runs from its
 * sources. Throws `damaged` when it is missing or is not WebAssembly.
 */
export function loadKernel(name: string): KernelModule {
  const known = modules.get(name);
  if (known !== undefined) return known;
  const path = kernelPath(name);
  try {
    const compiled = new WebAssembly.Module(readFileSync(path));
    modules.set(name, compiled);
    return compiled;
  } catch (cause) {
    throw new CairnError('damaged', `the kernel ${path} cannot be loaded`, { cause, fix: 'install Cairn again' });
  }
}

/** Instantiates a kernel with its own memory; the caller names the type of its exports. */
export function startKernel<T extends KernelExports>(kernel: KernelModule): T {
  return new WebAssembly.Instance(kernel, {}).exports as T;
}

function kernelPath(name: string): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist' : '.';
  return fileURLToPath(new URL(`${folder}/${name}.wasm`, import.meta.url));
}
