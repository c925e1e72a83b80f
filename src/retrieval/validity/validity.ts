// retrieval/validity: what counts against an item when it is read, whether it may be quoted, and how sure it is. None
// of it is stored, so forgetting a newer memory restores the older one.

import type { ItemId } from '../../core/model/ids.ts';
import type { CommonDetail, Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { type ItemKind, isOver } from '../../core/model/kinds.ts';
import type { Validity } from '../../core/model/validity.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { claimsIn } from '../../derive/claim/claim.ts';
import { detectHedging } from '../../derive/claim/detect-hedging.ts';
import { findSuperseded, MOST } from '../../derive/claim/find-superseded.ts';
import { stancesIn } from '../../derive/claim/stance.ts';
import type { Store } from '../../store/contract/store.ts';
import { STOP_WORDS } from '../text/stop-words.ts';

/** What counts against a memory; computed at every read. */
export interface ValidityMarks {
  /** A later memory that contradicts or withdraws it. */
  supersededBy?: ItemId;
  /** It asks for itself, or for something else, not to be kept or used. */
  withheld?: true;
  /** It says itself that it is uncertain, or true elsewhere. */
  doubtful?: true;
  /** An agent's short assent without content. */
  bare?: true;
  /** A file that it is about was changed later: the time of the last change (milliseconds since 1970) and its item. */
  stale?: { since: number; by: ItemId };
  /** The disk says so: its file has another content now, or it is not there any more. */
  gone?: 'changed' | 'gone';
}

/**
 * Penalty of each mark in a ranking, 0 to 1, times a weight above all others; `confidence.ts` has the factors for
 * confidence.
 */
const GIVES_WAY = { supersededBy: 1, withheld: 1, doubtful: 0.8, bare: 0.5, staleRead: 0.3, staleChange: 0.1 } as const;
const SAID: ReadonlySet<ItemKind> = new Set(['prompt', 'message', 'knowledge']);
/**
 * Upper bounds for `validityInMemory`: memories looked up, and words searched for each; longer memories have many
 * subjects.
 */
const LOOKED_UP = 10;
const WORDS_LOOKED_UP = 16;
const SAYING_CHARS = 600;
const SAID_LIKE = 40;

/** Upper bound on the memories, those in `also` last, that `validityOf` compares with one another. */
export const COMPARED_MAX: number = MOST.compared;

/** The marks of memories, compared with one another and with `also`; a memory without marks is absent. */
export async function validityOf(
  store: Store,
  items: readonly Item[],
  also: readonly Item[] = [],
): Promise<ReadonlyMap<ItemId, ValidityMarks>> {
  const superseded = await supersededOf(store, [...items, ...also], items.length);
  const stale = await store.items.changedSince(items.filter(showsFiles));
  const marks = new Map<ItemId, ValidityMarks>();
  for (const item of items) {
    const others = omitUndefined({ supersededBy: superseded.get(item.id), stale: stale.get(item.id) });
    const all = { ...ownMarks(item), ...others };
    if (Object.keys(all).length > 0) marks.set(item.id, all);
  }
  return marks;
}

/**
 * As `findSuperseded`; a prompt or message supersedes nothing by what a person withdrew as a statement, whether or not the
 * statement is among the items.
 */
async function supersededOf(store: Store, items: readonly Item[], asked: number): Promise<Map<ItemId, ItemId>> {
  const events = new Map(items.flatMap(({ id, kind, event }) => (kind === 'knowledge' || !event ? [] : [[id, event]])));
  const judged: Item[] = [];
  for (;;) {
    const superseded = findSuperseded(items, { ...MOST, asked, judged });
    const beside = new Set([...superseded.values()].flatMap((id) => events.get(id) ?? []));
    for (const id of superseded.values()) events.delete(id);
    const found = (await Promise.all([...beside].map((event) => store.items.ofEvent(event)))).flat().filter(isJudged);
    if (found.length === 0) return superseded;
    judged.push(...found);
  }
}

function isJudged({ kind, detail }: Item): boolean {
  return kind === 'knowledge' && (isOver(detail.status) || detail.hidden === true);
}

/**
 * As `validityOf`, for memories that no search found together: for the first few that state a fact, later statements
 * with the same words are searched.
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

/** The penalty of a memory by its marks: 0 none, 1 ranks below everything else. */
export function supersededIn(item: Item, marks: ValidityMarks | undefined): number {
  const { status } = item.detail;
  const { observation } = detailOfKind(item, 'observation');
  if (isOver(status)) return GIVES_WAY.supersededBy;
  if (marks === undefined) return 0;
  if (marks.supersededBy !== undefined || marks.withheld) return GIVES_WAY.supersededBy;
  if (marks.doubtful) return GIVES_WAY.doubtful;
  if (marks.bare) return GIVES_WAY.bare;
  if (marks.stale === undefined) return 0;
  return observation === 'file-read' ? GIVES_WAY.staleRead : GIVES_WAY.staleChange;
}

/** True for a memory without a mark against it; only these are injected unasked. */
export function isValid(marks: ValidityMarks | undefined): boolean {
  return marks?.supersededBy === undefined && marks?.withheld !== true && marks?.doubtful !== true;
}

/** The validity of a memory as answers show it: its marks, and whether it was retired or replaces retired ones. */
export function toValidity(marks: ValidityMarks | undefined, detail: CommonDetail = {}): Validity {
  const { withheld, doubtful } = marks ?? {};
  const { retired, repeated, muted } = detail;
  return omitUndefined({
    supersededBy: detail.supersededBy ?? marks?.supersededBy,
    withheld,
    doubtful,
    stale: staleOf(marks),
    repeated: repeated && {
      count: repeated.count,
      firstAt: isoTime(repeated.firstAt),
      lastAt: isoTime(repeated.lastAt),
    },
    retired: retired && { since: isoTime(retired.at), batch: retired.batch },
    muted,
  });
}

function staleOf({ stale, gone }: ValidityMarks = {}): Validity['stale'] {
  if (stale === undefined) return gone && { reason: gone };
  return { since: isoTime(stale.since), by: stale.by, reason: gone ?? 'changed' };
}

function saysHowItIs(item: Item): boolean {
  if (!isSaid(item) || item.text.length > SAYING_CHARS) return false;
  if (detailOfKind(item, 'knowledge').reply?.to === 'question') return true;
  return (
    claimsIn(item.text, { all: true }).length > 0 || (item.kind === 'knowledge' && stancesIn(item.text).length > 0)
  );
}

/** Earlier memories that an item supersedes, among those that share most words with it; latest first. */
export async function supersedesItem(store: Store, item: Item): Promise<ItemId[]> {
  if (!saysHowItIs(item)) return [];
  const earlier = await saidLike(store, item, { until: item.at });
  const all = [item, ...earlier.filter((one) => one.id !== item.id)];
  const gives = await supersededOf(store, all, all.length);
  const given = earlier.filter((one) => gives.get(one.id) === item.id);
  return given.sort((one, other) => other.at - one.at).map((one) => one.id);
}

/** Statements of people and agents with the words of an item, before or after it. */
async function saidLike(store: Store, item: Item, time: { since: number } | { until: number }): Promise<Item[]> {
  const words = [...new Set(wordsOf(`${detailOfKind(item, 'knowledge').reply?.about ?? ''} ${item.text}`))]
    .filter((word) => !STOP_WORDS.has(word))
    .slice(0, WORDS_LOOKED_UP);
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

/** True for an item that shows the content of a file; a note or decision about a file stays true when the file changes. */
function showsFiles({ kind, detail }: Item): boolean {
  if (kind === 'snippet') return true;
  return kind === 'observation' && (detail.observation === 'file-read' || detail.observation === 'file-write');
}
