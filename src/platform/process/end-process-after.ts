import { ignore } from '../ignored.ts';

/**
 * Kills this process after `ms` milliseconds, also while a query blocks its only thread: no timer fires then, so a
 * shell process waits, at a fifth of the cost of a thread. Returns a function that cancels it.
 */
export function endProcessAfter(ms: number): () => void {
  // Loaded here, because most processes never call this and need not load the module.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const seconds = (Math.ceil(ms) / 1_000).toFixed(3);
  // In its own process group, so that its child `sleep` ends with it.
  const shell = spawn('/bin/sh', ['-c', `sleep ${seconds} && kill -9 ${process.pid}`], {
    stdio: 'ignore',
    detached: true,
  });
  shell.on('error', (error) => ignore(error, 'nothing watches how long this process takes'));
  shell.unref();
  return () => {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch (error) {
      ignore(error, 'what watches how long this process takes is gone');
    }
  };
}
