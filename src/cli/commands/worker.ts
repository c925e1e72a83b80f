import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { LeaveReason } from '../../worker/worker.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, flagOption, numberOption } from '../terminal/options.ts';

const PAUSE_MS = 20;
const LEFT: Readonly<Record<LeaveReason, string>> = {
  idle: 'Stopped: idle.',
  newer: 'Stopped: another program of Cairn takes over.',
  replaced: 'Stopped: its home was moved or replaced.',
  stopped: 'Stopped.',
};

/** `cairn worker [stop|restart]` */
export const workerCommand: CommandSpec = {
  name: 'worker',
  summary: 'run the worker in this terminal, or stop or restart the running one',
  details:
    'The worker owns the memory. Any command that needs it starts it, and it exits when idle; this command runs one until Ctrl-C. "stop" ends the running worker, and exits with 3 when there is none; "restart" starts it again with the current settings. --http also listens on 127.0.0.1, for programs that have its token.\n\nExamples:\n  cairn worker restart\n  cairn worker --http --port 7777',
  arguments: [{ name: 'action', help: 'stop or restart', completes: ['stop', 'restart'] }],
  options: [
    { flags: '--http', help: 'also listen on 127.0.0.1, and print the address and where the token is' },
    { flags: '--port <n>', help: 'the port, for programs alone: pages have another one; default any free one' },
  ],
  async run(input, context) {
    const action = actionOf(input, ['run', 'stop', 'restart'], { command: 'worker', fallback: 'run' });
    const port = numberOption(input, 'port', { min: 1, max: 65_535 });
    const http = flagOption(input, 'http') || port !== undefined;
    if (action === 'run') return runWorker(context, { http, ...omitUndefined({ port }) });
    const pid = await stopWorker(context);
    if (action === 'restart') return restart(pid, context);
    if (pid === undefined) throw new CairnError('not_running', 'No worker runs.', { fix: 'cairn worker' });
    context.out.result({ stopped: pid }, () => context.out.say(`Stopped the worker, process ${pid}.`));
    return EXIT.ok;
  },
};

async function restart(stopped: number | undefined, context: CliContext): Promise<number> {
  const { io, out } = context;
  const { owner: worker } = await context.openMemory({ person: false, start: 'auto' }).status({ signal: io.signal });
  const done = `${stopped === undefined ? 'Started' : 'Restarted'} the worker, process ${worker?.pid}.`;
  out.result({ stopped: stopped ?? null, started: worker?.pid ?? null }, () => out.say(done));
  return EXIT.ok;
}

/**
 * Stops the worker of this home, asking first: one that did not answer, or does not end, is killed, where its lock proves
 * which process it is. Returns its process id once it has ended, `undefined` when none was running.
 */
export async function stopWorker(context: CliContext): Promise<number | undefined> {
  const { findLockHolder, isRunning, io } = context;
  const found = await findRunning(context);
  if (found === undefined) return undefined;
  const { pid } = found;
  const { goneMs } = context.readConfig().deadlines;
  context.endProcess(pid, 'SIGTERM');
  if (!(await leaves(found, context))) {
    if ((await findLockHolder()) !== pid) throw cannotEnd(pid);
    context.endProcess(pid, 'SIGKILL');
  }
  // Wait at most `goneMs` for the process to vanish: a zombie, as in a container without an init, never does.
  for (const end = io.now() + goneMs; isRunning(pid) && io.now() < end; ) await sleep(PAUSE_MS);
  return pid;
}

/** A worker that runs, and whether it answers. */
interface Running {
  pid: number;
  answers: boolean;
}

async function findRunning({ findWorker, findLockHolder }: CliContext): Promise<Running | undefined> {
  try {
    const worker = await findWorker();
    return worker && { pid: worker.pid, answers: true };
  } catch (error) {
    const failure = toCairnError(error);
    const pid = failure.code === 'timeout' ? await findLockHolder() : undefined;
    if (pid === undefined) throw failure;
    return { pid, answers: false };
  }
}

/** Waits until a worker that was asked to end has left; false when it does not. */
async function leaves({ pid, answers }: Running, context: CliContext): Promise<boolean> {
  const { findLockHolder, isRunning, io } = context;
  const { stopMs, killMs } = context.readConfig().deadlines;
  const isHere = async (): Promise<boolean> =>
    answers ? (await findRunning(context))?.pid === pid : isRunning(pid) && (await findLockHolder()) === pid;
  for (const end = io.now() + (answers ? stopMs : killMs); io.now() < end; await sleep(PAUSE_MS)) {
    if (!(await isHere())) return true;
  }
  return false;
}

function cannotEnd(pid: number): CairnError {
  const message = `The worker, process ${pid}, does not end, and its lock does not prove that it is one.`;
  return new CairnError('timeout', message, { fix: `kill -9 ${pid}` });
}

async function runWorker(context: CliContext, asked: { http: boolean; port?: number }): Promise<number> {
  const { io, out, json } = context;
  const worker = await context.runWorker();
  const pid = worker?.hello.pid ?? (await context.findWorker())?.pid;
  const address = asked.http ? await listen(context, asked.port) : {};
  if (json) {
    const place = worker === undefined ? {} : { home: worker.hello.home, socket: worker.socket };
    out.json({ running: pid ?? null, started: worker !== undefined, ...place, ...address });
  }
  if (worker === undefined) {
    out.say(`A worker runs already${pid === undefined ? '' : `, process ${pid}`}.`);
    return EXIT.ok;
  }
  out.say(`The worker runs, process ${worker.hello.pid}, for ${worker.hello.home}. Ctrl-C stops it.`);
  const leave = (): void => worker.leave('stopped');
  if (io.signal.aborted) leave();
  io.signal.addEventListener('abort', leave, { once: true });
  const reason = await worker.left;
  out.say(LEFT[reason]);
  return EXIT.ok;
}

/**
 * Asks the worker to listen on 127.0.0.1 as well; returns the URL and the file of the token, never the token itself.
 */
async function listen(context: CliContext, port: number | undefined): Promise<{ url: string; tokenFile: string }> {
  const { url } = await context.listen(port);
  const tokenFile = context.readConfig().paths.http;
  if (!context.json) context.out.print(url);
  context.out.say(`Every request shows the token in ${tokenFile}: Authorization: Bearer TOKEN`);
  return { url, tokenFile };
}
