// context/threads: which sessions of a project belong together, and what of them still counts. Computed when read, over a
// bounded number of recent sessions; nothing is stored.

import { lazy } from '../../core/lazy.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item, SummaryDetail } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { checkpointId } from '../../derive/session/checkpoint.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { type LatestCheckpoint, latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { isTalk, STOP_WORDS } from '../../retrieval/text/stop-words.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { type BlockRequest, isOfProject, withGroup } from '../lines/block-request.ts';

/** A session in which something was done or settled, with its state. */
export interface WorkedSession {
  session: SessionRow;
  checkpoint: LatestCheckpoint;
  summary?: SummaryDetail;
  /** Files that it changed, but those that it made and deleted; the last changed first. */
  files: readonly string[];
  /** Stems of the words of its requests, without words of talk. */
  subject: () => ReadonlySet<string>;
}

/** Upper bound on the sessions of a project that threads are made of, the most recently active. */
const SESSIONS = 40;
/** Sessions that are read at once where the first of them may be enough. */
const READ_AT_ONCE = 4;
/** Upper bound on sessions without a checkpoint of our own for which an imported one is looked up. */
const LOOKED_UP = 4;

/** True once the sessions that were read first are all that a caller needs. */
export type IsEnough = (worked: readonly WorkedSession[]) => boolean;

/**
 * The recent sessions of a project that have substance, the most recently active first; not the asking one. `since`: only
 * those that were active from that time on.
 */
export async function workedSessions(
  store: Store,
  request: BlockRequest & { since?: number },
  isEnough?: IsEnough,
): Promise<WorkedSession[]> {
  const { project, group, session: own, now, since } = await withGroup(store, request);
  const rows = await store.log.sessions({ ...omitUndefined({ project, since }), limit: SESSIONS });
  return sessionsWith(
    store,
    rows.filter(
      (row) => row.id !== own && isOfProject(omitUndefined({ project, group }), row.project) && row.startedAt <= now,
    ),
    isEnough,
  );
}

/** The given sessions as far as they have substance, the most recently active first; with `isEnough` the first of them. */
export async function sessionsWith(
  store: Store,
  rows: readonly SessionRow[],
  isEnough?: IsEnough,
): Promise<WorkedSession[]> {
  const ordered = rows.toSorted((one, other) => other.lastAt - one.lastAt);
  const step = isEnough === undefined ? Math.max(ordered.length, 1) : READ_AT_ONCE;
  const items = new Map<ItemId, Item>();
  const worked: WorkedSession[] = [];
  let lookedUp = 0;
  for (const [place, session] of ordered.entries()) {
    if (place % step === 0) {
      if (isEnough?.(worked) === true) break;
      const next = ordered.slice(place, place + step).flatMap(({ id }) => [checkpointId(id), summaryId(id)]);
      for (const item of await store.items.get(next)) if (item.detail.hidden !== true) items.set(item.id, item);
    }
    const own = items.get(checkpointId(session.id));
    if (own === undefined) lookedUp += 1;
    const checkpoint =
      own === undefined && lookedUp <= LOOKED_UP ? await latestCheckpoint(store, session.id) : stateIn(own);
    const summary = detailOfKind(items.get(summaryId(session.id)) ?? NOTHING, 'summary').summary;
    if (checkpoint !== undefined && hasSubstance(checkpoint, summary))
      worked.push(workedOf(session, checkpoint, summary));
  }
  return worked;
}

const NOTHING = { kind: 'summary', detail: {} } as const;

function stateIn(item: Item | undefined): LatestCheckpoint | undefined {
  if (item === undefined) return undefined;
  const { checkpoint } = detailOfKind(item, 'checkpoint');
  return checkpoint === undefined ? undefined : (item as LatestCheckpoint);
}

function workedOf(
  session: SessionRow,
  checkpoint: LatestCheckpoint,
  summary: SummaryDetail | undefined,
): WorkedSession {
  const { task = '', lastPrompt = '' } = checkpoint.detail.checkpoint;
  return {
    session,
    checkpoint,
    ...(summary === undefined ? {} : { summary }),
    files: filesKept(checkpoint),
    subject: lazy(() => subjectOf([task, lastPrompt, ...(summary?.request ?? []).map(({ text }) => text)].join('\n'))),
  };
}

/** Stems of the words that say what a text is about. */
export function subjectOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text).filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  return new Set(words.map(stemOf).filter((stem) => !isTalk(stem)));
}

function filesKept({ detail }: LatestCheckpoint): string[] {
  const { filesChanged, files = [] } = detail.checkpoint;
  return filesChanged.filter((_, i) => files[i]?.how !== 'deleted');
}

/**
 * True for a session that changed something that remains, committed, looked into something, or was a conversation that made
 * and deleted nothing. Otherwise nobody can go on with it.
 */
function hasSubstance(checkpoint: LatestCheckpoint, summary: SummaryDetail | undefined): boolean {
  const { task, notes = [], openTasks, filesChanged } = checkpoint.detail.checkpoint;
  const kept = filesKept(checkpoint).length + notes.length + openTasks.length + (summary?.counts.commits ?? 0);
  return kept > 0 || (filesChanged.length === 0 && task !== undefined);
}

/** True for a session without a single call: what was said is all there is. */
export function isConversation({ summary, files }: WorkedSession): boolean {
  const counts = summary?.counts ?? {};
  return files.length === 0 && WORK.every((name) => counts[name] === undefined);
}

const WORK = ['edits', 'commands', 'reads', 'searches', 'delegations', 'commits', 'failures'];
