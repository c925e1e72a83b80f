import { Worker } from 'node:worker_threads';
import { ignore } from '../ignored.ts';

/**
 * Starts a thread with the program `entry` and its `workerData`. Its output to stdout and stderr is counted as ignored
 * instead of reaching the streams of this process, which may be closed.
 */
export function startThread(entry: string, workerData: unknown): Worker {
  const worker = new Worker(entry, { workerData, execArgv: [], stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => ignore(new Error(text), 'a thread wrote to stdout or stderr'));
  }
  return worker;
}
