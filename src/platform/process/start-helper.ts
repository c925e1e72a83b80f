import type { ChildProcess } from 'node:child_process';
import { type DetachedProgram, inherited } from './spawn-detached.ts';

/** A program that works for this process alone; `flags` are Node's. */
export interface HelperProgram extends Omit<DetachedProgram, 'args' | 'settings'> {
  flags: readonly string[];
}

/**
 * Starts a program with the running Node that talks with this process by messages, and has no other streams. It is to end
 * when the channel closes; while nobody refers to it, it keeps this process from ending no more than a thread would.
 */
export function startHelper({ script, flags, env }: HelperProgram): ChildProcess {
  const { spawn } = process.getBuiltinModule('node:child_process');
  return spawn(process.execPath, [...flags, script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: '/',
    env: inherited({ env }),
    windowsHide: true,
  });
}

/** Whether a helper keeps this process from ending. */
export function keepAwaitable(helper: ChildProcess, isAwaited: boolean): void {
  const how = isAwaited ? 'ref' : 'unref';
  helper[how]();
  helper.channel?.[how]();
}
