import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ignore } from '../ignored.ts';

/**
 * Starts a thread with the program `entry` and its `workerData`. Its output to stdout and stderr is counted as ignored
 * instead of reaching the streams of this process, which may be closed. Of the environment it gets nothing but Node's
 * compile cache, where this process has one.
 */
export function startThread(entry: string, workerData: unknown): Worker {
  const cache = getCompileCacheDir();
  // Node keeps what it compiles in a folder of its version below the one that it is given.
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  const worker = new Worker(entry, { workerData, execArgv: [], env, stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => ignore(new Error(text), 'a thread wrote to stdout or stderr'));
  }
  return worker;
}
