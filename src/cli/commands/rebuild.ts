import { setTimeout as pause } from 'node:timers/promises';
import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import type { JobEntry } from '../../api/home-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { flagOption } from '../terminal/options.ts';
import { progressOf } from './jobs.ts';

const LOOK_MS = 250;
const OPTIONS = callOptions(CALLS.rebuild.input, {
  what: {
    value: 'part',
    help: 'items (default): everything; index: everything, after dropping the search index; sessions: summaries, checkpoints and topics; patterns; vectors: for search by meaning',
  },
});

/** `cairn rebuild` */
export const rebuildCommand: CommandSpec = {
  name: 'rebuild',
  summary: 'rebuild all memories from the recorded events',
  details:
    'Memories are derived from recorded events by rules; this applies the rules again, with the same ids. You can search meanwhile. The worker does it: Ctrl-C only stops the display, killing the worker only interrupts it, and "cairn jobs cancel" ends it. Text from a language model stays. Vectors stay too, except with --what vectors: then the model makes each one again in the background, and the old one counts until then.\n\nExamples:\n  cairn rebuild\n  cairn rebuild --what sessions',
  options: [...OPTIONS.options, { flags: '--background', help: 'return at once' }],
  async run(input, context) {
    const { io, out } = context;
    const memory = context.openMemory({ person: false });
    const job = await memory.rebuild(OPTIONS.read(input, io), { signal: io.signal });
    const isWaiting = !flagOption(input, 'background');
    if (isWaiting) await watch(memory, job, context);
    const done = isWaiting ? 'All of it was made again.' : `It runs as job ${job.id}: cairn jobs`;
    out.result(job, () => out.say(done));
  },
};

/** Shows how far a job is until it is done. */
async function watch(memory: Memory, { id }: JobEntry, { io, out }: Pick<CliContext, 'io' | 'out'>): Promise<void> {
  for (;;) {
    const { jobs } = await memory.jobs({}, { signal: io.signal });
    const job = jobs.find((one) => one.id === id);
    if (job === undefined) break;
    if (job.state === 'dead') {
      throw new CairnError('internal', `It failed: ${job.error ?? 'no reason is known'}.`, {
        fix: `cairn jobs retry ${id}`,
      });
    }
    out.progress(`Making it again: ${progressOf(job)}`);
    await pause(LOOK_MS, undefined, { signal: io.signal });
  }
  out.progress('');
}
