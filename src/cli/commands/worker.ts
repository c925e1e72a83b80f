import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '../../core/errors.ts';
import type { CliContext, CommandSpec } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

const STOP_MS = 10_000;
const LAST_MS = 2_000;
const PAUSE_MS = 20;

/** `cairn worker [stop]` */
export const workerCommand: CommandSpec = {
  name: 'worker',
  summary: 'run the worker in this terminal, or stop the one that runs',
  details:
    'The worker owns the memory. Whatever needs it starts it, and it leaves when it is idle; this runs one until Ctrl-C. "cairn worker stop" ends the one that runs, and exits with 3 when there is none.',
  arguments: [{ name: 'action', help: 'stop' }],
  options: [{ flags: '--json', help: 'print JSON' }],
  async run({ args: [action] }, context) {
    if (action === undefined) return runWorker(context);
    if (action !== 'stop') {
      throw new CairnError('invalid_input', `The worker cannot "${action}".`, { fix: 'cairn worker stop' });
    }
    const pid = await stopWorker(context);
    if (pid === undefined) throw new CairnError('not_running', 'No worker runs.', { fix: 'cairn worker' });
    if (context.json) context.out.json({ stopped: pid });
    else context.out.say(`Stopped the worker, process ${pid}.`);
    return undefined;
  },
};

/** Stops the worker of this home; gives its process id once it is gone, `undefined` when none ran. */
export async function stopWorker({ findOwner, endProcess, isRunning, io }: CliContext): Promise<number | undefined> {
  const owner = await findOwner();
  if (owner === undefined) return undefined;
  endProcess(owner.pid);
  for (const end = io.now() + STOP_MS; (await findOwner())?.pid === owner.pid; await sleep(PAUSE_MS)) {
    if (io.now() < end) continue;
    throw new CairnError('timeout', `The worker, process ${owner.pid}, did not end within ${STOP_MS / 1_000} s.`, {
      fix: `kill -9 ${owner.pid}`,
    });
  }
  // It answers no more; a process that nobody collects, as in some containers, is not waited for.
  for (const end = io.now() + LAST_MS; isRunning(owner.pid) && io.now() < end; ) await sleep(PAUSE_MS);
  return owner.pid;
}

async function runWorker(context: CliContext): Promise<number> {
  const { io, out, json } = context;
  const owner = await context.runOwner();
  if (owner === undefined) {
    const pid = (await context.findOwner())?.pid;
    if (json) out.json({ running: pid ?? null, started: false });
    else out.say(`A worker runs already${pid === undefined ? '' : `, process ${pid}`}.`);
    return EXIT.ok;
  }
  if (json) out.json({ running: owner.hello.pid, started: true, home: owner.hello.home, socket: owner.socket });
  else out.say(`The worker runs, process ${owner.hello.pid}, for ${owner.hello.home}. Ctrl-C stops it.`);
  const leave = (): void => owner.leave('stopped');
  if (io.signal.aborted) leave();
  io.signal.addEventListener('abort', leave, { once: true });
  const reason = await owner.left;
  out.say(reason === 'newer' ? 'Left for a newer version.' : reason === 'idle' ? 'Left: nothing to do.' : 'Stopped.');
  return EXIT.ok;
}
