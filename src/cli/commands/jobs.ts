import type { JobEntry, JobsResult } from '../../api/home-answers.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { actionOf, usage } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';

const ACTIONS = ['list', 'cancel', 'retry'] as const;

/** `cairn jobs [cancel ID|retry ID]` */
export const jobsCommand: CommandSpec = {
  name: 'jobs',
  lists: ['jobs'],
  summary: 'list, cancel or retry background jobs',
  details:
    'Lists jobs that wait, run, or failed for good, and how much is still to be derived. A cancelled job stops at its next step.\n\nExamples:\n  cairn jobs\n  cairn jobs retry 12\n  cairn jobs cancel 12',
  arguments: [
    { name: 'action', help: 'list (the default), cancel or retry', completes: ACTIONS },
    { name: 'id', help: 'the number of the job' },
  ],
  async run(input, { io, out, openMemory }) {
    const action = actionOf(input, ACTIONS, { command: 'jobs', fallback: 'list' });
    const asked = action === 'list' ? {} : { [action]: jobOf(input.args[1], action) };
    out.result(await openMemory({ person: false }).jobs(asked, { signal: io.signal }), (result) => show(result, out));
  },
};

function jobOf(text: string | undefined, action: string): number {
  const id = Number(text);
  if (text !== undefined && Number.isSafeInteger(id) && id > 0) return id;
  throw usage(`"cairn jobs ${action}" takes the number of a job.`, 'cairn jobs');
}

function show({ jobs, waiting }: JobsResult, out: Output): void {
  const { events, sessions, patterns } = waiting;
  for (const job of jobs) out.print(toLine(job, out));
  if (jobs.length === 0) out.say('No job waits.');
  if (events + sessions + patterns === 0) return;
  out.say(
    `To be derived: ${formatCounted(events, 'event')}, ${formatCounted(sessions, 'session')}, ${formatCounted(patterns, 'pattern')}.`,
  );
}

function toLine(job: JobEntry, { colors, when }: Output): string {
  const { id, kind, key, error } = job;
  const line = `${colors.bold(String(id).padStart(5))}  ${stateOf(job, when)}  ${plain(kind)} ${colors.dim(plain(key))}`;
  return error === undefined ? line : `${line}\n         ${colors.red(plain(error))}`;
}

/** What a job is doing or waiting for, in words for a person. */
function stateOf(job: JobEntry, when: Output['when']): string {
  if (job.state === 'dead') return `given up after ${job.attempts} tries`;
  if (job.state === 'ready') return `due ${when(job.dueAt)}`;
  const far = progressOf(job);
  return job.isCancelled === true ? 'stopping' : far === '' ? 'under way' : `under way, ${far}`;
}

/** Progress of a job as `done of total`; empty when the job reports none. */
export function progressOf({ progress }: Pick<JobEntry, 'progress'>): string {
  const { done, of, stage } = progress ?? {};
  if (typeof done !== 'number' || typeof of !== 'number') return '';
  return `${typeof stage === 'string' ? `${plain(stage)} ` : ''}${formatCount(done)} of ${formatCount(of)}`;
}
