// retrieval/validity: what speaks against an item when it is read, whether it may be quoted, and how sure it is.
// Nothing of it is stored: forgetting the newer brings the older back.

import type { ItemId } from '../../core/model/ids.ts';
import type { Item, ItemDetail } from '../../core/model/item.ts';
import { type ItemKind, isOver } from '../../core/model/kinds.ts';
import type { Validity } from '../../core/model/validity.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { claimsIn } from '../../derive/claim/claim.ts';
import { detectHedging } from '../../derive/claim/detect-hedging.ts';
import { findSuperseded } from '../../derive/claim/find-superseded.ts';
import { stancesIn } from '../../derive/claim/stance.ts';
import type { Store } from '../../store/contract/store.ts';
import { STOP_WORDS } from '../text/stop-words.ts';

/** What is known against a memory when it is read; computed anew each time, so that forgetting the newer brings the older back. */
export interface ValidityMarks {
  /** A later memory that says otherwise of the same, or takes it back. */
  supersededBy?: ItemId;
  /** It says that it, or something else, is not to be kept or used. */
  withheld?: true;
  /** It says of itself that it is not certain, or true of another place. */
  doubtful?: true;
  /** An agent's short assent, which says nothing. */
  bare?: true;
  /** A file that it is about was changed later: last when (milliseconds since 1970), and by what. */
  stale?: { since: number; by: ItemId };
}

/** How far each mark lowers an item in a ranking, from 0 to 1, which outweighs all else; `confidence.ts` says how sure it is. */
const GIVES_WAY = { supersededBy: 1, withheld: 1, doubtful: 0.8, bare: 0.5, staleRead: 0.3, staleChange: 0.1 } as const;
const SAID: ReadonlySet<ItemKind> = new Set(['prompt', 'message', 'knowledge']);
/** Of a list so many memories are looked up, each by so many words; longer ones report on much. */
const LOOKED_UP = 10;
const WORDS_LOOKED_UP = 16;
const SAYING_CHARS = 600;
const SAID_LIKE = 40;

/** The marks of memories, compared with one another and with others (`also`); those without any are absent. */
export async function validityOf(
  store: Store,
  items: readonly Item[],
  also: readonly Item[] = [],
): Promise<ReadonlyMap<ItemId, ValidityMarks>> {
  const superseded = findSuperseded([...items, ...also]);
  const stale = await store.items.changedSince(items.filter(showsFiles));
  const marks = new Map<ItemId, ValidityMarks>();
  for (const item of items) {
    const all = { ...ownMarks(item), ...otherMarks(superseded.get(item.id), stale.get(item.id)) };
    if (Object.keys(all).length > 0) marks.set(item.id, all);
  }
  return marks;
}

/**
 * As `marksOf`, for memories that no question brought together: for the first few that say how something is, what was said
 * later in the same words is looked up.
 */
export async function validityInMemory(
  store: Store,
  items: readonly Item[],
): Promise<ReadonlyMap<ItemId, ValidityMarks>> {
  const later: Item[] = [];
  for (const item of items.filter(saysHowItIs).slice(0, LOOKED_UP)) {
    later.push(...(await saidLike(store, item, { since: item.at + 1 })));
  }
  return validityOf(store, items, later);
}

/** How much a memory gives way on account of its marks: 0 not at all, 1 to everything else. */
export function supersededIn(item: Item, marks: ValidityMarks | undefined): number {
  const { status, observation } = item.detail;
  if (isOver(status)) return GIVES_WAY.supersededBy;
  if (marks === undefined) return 0;
  if (marks.supersededBy !== undefined || marks.withheld) return GIVES_WAY.supersededBy;
  if (marks.doubtful) return GIVES_WAY.doubtful;
  if (marks.bare) return GIVES_WAY.bare;
  if (marks.stale === undefined) return 0;
  return observation === 'file-read' ? GIVES_WAY.staleRead : GIVES_WAY.staleChange;
}

/** True for what nothing tells against: what is told unasked must hold. */
export function isValid(marks: ValidityMarks | undefined): boolean {
  return marks?.supersededBy === undefined && marks?.withheld !== true && marks?.doubtful !== true;
}

/** How a memory stands, as answers show it: its marks, and whether it was retired or stands for others that were. */
export function toValidity(marks: ValidityMarks | undefined, detail: ItemDetail = {}): Validity {
  const { supersededBy, withheld, doubtful, stale } = marks ?? {};
  const { retired, repeated } = detail;
  return {
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(withheld === true ? { withheld } : {}),
    ...(doubtful === true ? { doubtful } : {}),
    ...(stale === undefined ? {} : { stale: { since: isoTime(stale.since), by: stale.by } }),
    ...(repeated === undefined
      ? {}
      : { repeated: { count: repeated.count, firstAt: isoTime(repeated.firstAt), lastAt: isoTime(repeated.lastAt) } }),
    ...(retired === undefined ? {} : { retired: { since: isoTime(retired.at), batch: retired.batch } }),
  };
}

function saysHowItIs(item: Item): boolean {
  if (!isSaid(item) || item.text.length > SAYING_CHARS) return false;
  return (
    claimsIn(item.text, { all: true }).length > 0 || (item.kind === 'knowledge' && stancesIn(item.text).length > 0)
  );
}

/** Earlier memories that give way to one, of those that share the most words with it; the latest first. */
export async function supersedesItem(store: Store, item: Item): Promise<ItemId[]> {
  if (!saysHowItIs(item)) return [];
  const earlier = await saidLike(store, item, { until: item.at });
  const gives = findSuperseded([item, ...earlier.filter((one) => one.id !== item.id)]);
  const given = earlier.filter((one) => gives.get(one.id) === item.id);
  return given.sort((one, other) => other.at - one.at).map((one) => one.id);
}

/** What people and agents said in the words of an item, before or after it. */
async function saidLike(store: Store, item: Item, time: { since: number } | { until: number }): Promise<Item[]> {
  const words = [...new Set(wordsOf(item.text))].filter((word) => !STOP_WORDS.has(word)).slice(0, WORDS_LOOKED_UP);
  const project = item.project === undefined ? {} : { project: item.project };
  const { candidates } = await store.candidates.query({
    words,
    phrases: [],
    filter: { ...project, kinds: ['knowledge', 'prompt', 'message', 'observation'], ...time },
    limit: SAID_LIKE,
  });
  return candidates.map((candidate) => candidate.item).filter(isSaid);
}

function isSaid({ kind, detail }: Item): boolean {
  return SAID.has(kind) || (kind === 'observation' && detail.observation === 'note');
}

function ownMarks(item: Item): ValidityMarks {
  if (!isSaid(item)) return {};
  const { withheld, doubtful, bare } = detectHedging(item);
  return { ...(withheld ? { withheld } : {}), ...(doubtful ? { doubtful } : {}), ...(bare ? { bare } : {}) };
}

function otherMarks(supersededBy: ItemId | undefined, stale: ValidityMarks['stale'] | undefined): ValidityMarks {
  return { ...(supersededBy === undefined ? {} : { supersededBy }), ...(stale === undefined ? {} : { stale }) };
}

/** What shows a file, or a part of one, as it was: a note or decision about a file stays true when the file changes. */
function showsFiles({ kind, detail }: Item): boolean {
  if (kind === 'snippet') return true;
  return kind === 'observation' && (detail.observation === 'file-read' || detail.observation === 'file-write');
}
