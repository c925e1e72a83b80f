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
    help: 'items: all (the default); index: all, after it was dropped; sessions: what is made of whole sessions; patterns; vectors: by which memories are found by meaning',
  },
});

/** `cairn rebuild` */
export const rebuildCommand: CommandSpec = {
  name: 'rebuild',
  summary: 'derive memories again from what was recorded',
  details:
    'What is remembered is derived from what happened by rules; this runs them again, with the same ids. Searching goes on meanwhile. It runs in the worker: Ctrl-C only stops showing it, a kill only interrupts it, and "cairn jobs cancel" ends it. What a language model made is kept, and so are vectors, but for --what vectors: then each is made again by the model in the background, and the former one counts until then.\n\nExamples:\n  cairn rebuild\n  cairn rebuild --what sessions',
  options: [...OPTIONS.options, { flags: '--background', help: 'do not wait for the end' }],
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
