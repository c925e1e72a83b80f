import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lazy } from '../../core/lazy.ts';
import { knowsFlags } from './spawn-detached.ts';

/**
 * The collector of a process that waits from now on: V8 lets its memory grow in small steps and compiles with no middle compiler,
 * which saves a fifth of the memory (bench/results/idle.md). At the start of a process these flags would cost as much as the rest
 * of the start: V8 refuses the compiled code that Node ships to a process with other flags than it was made with.
 */
const collector = lazy((): NodeJS.GCFunction | undefined => {
  if (!knowsFlags(process.versions.v8)) return undefined;
  for (const flag of ['--heap-growing-percent=20', '--no-maglev', '--expose-gc']) setFlagsFromString(flag);
  return runInNewContext('gc') as NodeJS.GCFunction;
});

/** Returns memory that V8 does not need to the system; blocks for about a tenth of a second. */
export function releaseMemory(): void {
  collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
