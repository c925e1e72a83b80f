import type { JobEntry } from '../../../src/api/home-answers.ts';
import { formatCount } from '../../parts/format.ts';
import type { IconName } from '../../parts/icons.ts';

const NAMES: Readonly<Record<string, string>> = {
  rebuild: 'Derive again',
  retention: 'Retire what is too old',
  backup: 'Back up',
};

/** What a job does, by its kind. */
export function nameOfJob(kind: string): string {
  return NAMES[kind] ?? kind.replaceAll('-', ' ');
}

/** The state of a job by its word and its shape. */
export function jobState(job: JobEntry): { says: string; icon: IconName; tone: '' | 'bad' | 'acc' } {
  if (job.state === 'dead') return { says: 'given up', icon: 'failed', tone: 'bad' };
  if (job.state === 'ready') return { says: job.attempts > 0 ? 'tried, waits' : 'waits', icon: 'proposed', tone: '' };
  return job.isCancelled === true
    ? { says: 'stopping', icon: 'withdrawn', tone: '' }
    : { says: 'under way', icon: 'play', tone: 'acc' };
}

/** How far a job is, as it told last; `share` is from 0 to 1. */
export function progressOf({ progress }: JobEntry): { says: string; share?: number } | undefined {
  const { done, of, stage } = progress ?? {};
  if (typeof done !== 'number') return undefined;
  const about = typeof stage === 'string' ? `${stage}: ` : '';
  if (typeof of !== 'number' || of === 0) return { says: `${about}${formatCount(done)}` };
  return { says: `${about}${formatCount(done)} of ${formatCount(of)}`, share: Math.min(1, done / of) };
}
