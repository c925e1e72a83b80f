import { isAbsolute } from 'node:path';
import type { Caller } from '../../api/contract.ts';
import type { PauseEntry, PauseResult } from '../../api/home-answers.ts';
import type { PauseInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { beginPause, endPause, lastingAt, readPauses } from '../../ingest/pauses.ts';
import { now } from '../../platform/clock.ts';
import { realPathOf } from '../../platform/files.ts';
import { readGit } from '../../platform/git-text.ts';
import { isWithin } from '../../platform/project-files.ts';
import { parseFuture } from '../../retrieval/query/parse-time.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** Milliseconds that a pause lasts at most which an agent began, or a program anywhere. */
const UNASKED_MS = 3_600_000;

/**
 * Begins or ends a pause, and lists those that last. Only a person ends one. An agent's lasts at most an hour, and so does one
 * for all folders that no person began.
 */
export async function managePauses(
  { paths: { home }, guards }: Pick<MemoryParts, 'paths' | 'guards'>,
  { until, folder, end = false }: PauseInput,
  caller: Caller,
): Promise<PauseResult> {
  if (folder !== undefined && !isAbsolute(folder)) {
    throw new CairnError('invalid_input', `"${folder}" is no absolute path of a folder.`, {
      fix: 'cairn pause --folder .',
    });
  }
  const place = folder === undefined ? undefined : realPathOf(readGit(folder)?.root ?? folder);
  if (end && !caller.person) {
    throw new CairnError('not_allowed', 'Only a person can end a pause.', {
      fix: 'cairn unpause, typed in a terminal of your own',
    });
  }
  // What was changed in the file by hand is noticed before this change hides it.
  await guards.seePauses('noticed');
  if (!end) {
    const asked = until === undefined ? undefined : parseFuture(until, 'until', now());
    // While a pause lasts no session could tell the person of it: one that no person began is short, but for a folder's.
    const isShort = !caller.person && (caller.agent === true || place === undefined);
    if (!isShort) beginPause(home, now(), omitUndefined({ until: asked, folder: place }));
    else beginShort(home, place, asked);
  } else if (![place, folder].map((one) => endPause(home, now(), one)).includes(true)) {
    throw new CairnError('not_found', place === undefined ? 'Nothing is paused.' : `${place} is not paused.`, {
      fix: 'cairn status',
    });
  }
  await guards.seePauses(end ? 'accepted' : 'noticed');
  return { paused: pausesNow(home), ...omitUndefined({ folder: place }) };
}

/**
 * Begins a pause that no person began: it moves the end of none that lasts there, and follows none within an hour, so that no
 * agent pauses without an end.
 */
function beginShort(home: string, folder: string | undefined, asked = Number.POSITIVE_INFINITY): void {
  const time = now();
  const near = readPauses(home).filter((one) => isOver(one.folder, folder) || isOver(folder, one.folder));
  if (lastingAt(near, time).some((one) => isOver(one.folder, folder))) return;
  // Whoever paused above or below may have been an agent as well.
  const isSoon = near.some(({ until }) => until === undefined || until > time - UNASKED_MS);
  if (isSoon) {
    throw new CairnError(
      'not_allowed',
      'A pause there ended less than an hour ago, or lasts; only a person begins the next.',
      {
        fix: 'cairn pause, typed in a terminal of your own',
      },
    );
  }
  beginPause(home, time, omitUndefined({ until: Math.min(asked, time + UNASKED_MS), folder }));
}

/** True for a folder that holds another; without a folder, all do. */
function isOver(folder: string | undefined, other: string | undefined): boolean {
  return folder === undefined || (other !== undefined && isWithin(other, folder));
}

/** The pauses of a home that last now. */
export function pausesNow(home: string): PauseEntry[] {
  return lastingAt(readPauses(home), now()).map(({ from, until, folder }) => ({
    from: isoTime(from),
    ...omitUndefined({ until: until === undefined ? undefined : isoTime(until), folder }),
  }));
}
