import type { Memory } from '../../api/contract.ts';
import type { VectorStatus } from '../../api/model-answers.ts';
import { toCairnError } from '../../core/errors.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { CliContext } from '../terminal/command.ts';
import { clockTime, plain } from './show.ts';

const LOOK_MS = 1_000;

/** The state of embedding in words: how many items have a vector, how many wait, and the speed. */
export function vectorLine({ state, model, stored, waiting, perSecond, secondsLeft, error }: VectorStatus): string {
  const all = stored + waiting;
  const share = all === 0 ? 100 : Math.floor((100 * stored) / all);
  const amounts = `${formatCount(stored)} of ${formatCounted(all, 'memory')} (${share} %)`;
  switch (state) {
    case 'off':
      return 'off: memories are found by words alone (cairn config: embed.model)';
    case 'failed': {
      const fix = error?.fix === undefined ? '' : `; fix: ${plain(error.fix)}`;
      return `${amounts}; failed ${error === undefined ? '' : formatMinute(error.at)}: ${plain(error?.message ?? '')}${fix}`;
    }
    case 'resting':
      return `${amounts}; the rest waits until the battery is charged`;
    default:
      if (model === undefined) return 'not begun yet';
      if (waiting === 0) return `${formatCounted(stored, 'memory')}, none waiting`;
      return perSecond === undefined
        ? amounts
        : `${amounts}, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second, ${clockTime(secondsLeft ?? 0)} left`;
  }
}

/**
 * Shows the progress of embedding until all vectors are made, it cannot continue, or the signal aborts: on a terminal
 * one line that is replaced, elsewhere a line per tenth. Prints nothing when no item waits.
 */
export async function followVectors(memory: Memory, { io, out }: Pick<CliContext, 'io' | 'out'>): Promise<void> {
  const tell = io.stderr.isTTY === true ? out.progress : byTenths(out);
  for (let shown = false; !io.signal.aborted; shown = true) {
    const vectors = await statusOf(memory, io.signal);
    if (vectors === undefined || (!shown && vectors.waiting === 0)) break;
    const share = Math.floor((100 * vectors.stored) / (vectors.stored + vectors.waiting));
    const line = `Found by meaning too: ${vectorLine(vectors)}`;
    if (vectors.waiting === 0 || !['idle', 'working'].includes(vectors.state)) {
      out.say(`${line}.`);
      return;
    }
    tell(line, share);
    await pause(LOOK_MS, io.signal);
  }
  out.progress('');
}

function byTenths({ say }: Pick<CliContext['out'], 'say'>): (line: string, share: number) => void {
  let next = 0;
  return (line, share) => {
    if (share < next) return;
    next = 10 * (Math.floor(share / 10) + 1);
    say(line);
  };
}

/** The status; `undefined` when the signal aborts or no worker runs. */
async function statusOf(memory: Memory, signal: AbortSignal): Promise<VectorStatus | undefined> {
  try {
    return (await memory.status({ signal })).vectors;
  } catch (error) {
    if (signal.aborted || toCairnError(error).code === 'not_running') return undefined;
    throw error;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
