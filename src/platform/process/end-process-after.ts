import { ignore } from '../ignored.ts';

/**
 * Kills this process after so many milliseconds, also while a query holds its only thread: no timer fires then, so a shell
 * waits beside it, at a fifth of what a thread costs. Gives what calls it off.
 */
export function endProcessAfter(ms: number): () => void {
  // Loaded here: who never waits for a query does not pay for the module.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const seconds = (Math.ceil(ms) / 1_000).toFixed(3);
  // In a group of its own, so that what waits in it goes with it.
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
