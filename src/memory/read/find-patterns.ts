import type { Note } from '../../api/answers.ts';
import type { PatternEntry, PatternsResult } from '../../api/pattern-answers.ts';
import type { PatternsInput } from '../../api/requests.ts';
import type { TripwireRecord } from '../../api/tripwire-answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { stampOfProposal } from '../../derive/event/words-stamp.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { storedPath } from '../../retrieval/query/resolve-path.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { recordsOf } from './tripwire-record.ts';

const LISTED = 20;
/** Upper bound on the pages that are read to find patterns of a rare kind. */
const PAGES = 200;

/** Lists patterns, last seen first, by pages; by default of the caller's project. */
export async function findPatterns(
  store: Store,
  input: ReadInput<'patterns'>,
  place: FilterEnvironment,
): Promise<PatternsResult> {
  const { cwd, kind, limit, ...narrow } = input;
  const filter = await filterOf(store, { ...narrow, project: input.project ?? cwd ?? '*' }, place);
  const most = Math.min(Math.max(Math.trunc(limit ?? LISTED), 1), LIMITS.hitsMax);
  const items: Item[] = [];
  let next = input.cursor;
  for (let page = 0; page < PAGES && items.length < most; page += 1) {
    const read = { limit: most - items.length, ...(next === undefined ? {} : { cursor: next }) };
    const found = await store.items.page(filter, read);
    for (const item of found.rows) {
      // One that was imported from another product has no pattern: it recurs only by that product's account.
      const { pattern } = detailOfKind(item, 'pattern');
      if (pattern !== undefined && (kind === undefined || pattern.pattern === kind)) items.push(item);
    }
    next = found.next;
    if (next === undefined) break;
  }
  const records = kind === 'tripwire' ? await recordsOf(store, items) : new Map<string, TripwireRecord>();
  const patterns = items.flatMap((item) => toPattern(item, records.get(item.id)));
  return {
    patterns,
    ...(next === undefined ? {} : { nextCursor: next }),
    tokens: patterns.reduce((sum, { tokens }) => sum + tokens, 0),
    notes: await notesOn(store, patterns),
  };
}

async function filterOf(store: Store, input: PatternsInput, place: FilterEnvironment): Promise<ItemFilter> {
  const { project, file, since, until } = input;
  const filter = await resolveFilter(store, { ...omitUndefined({ project, since, until }), kinds: ['pattern'] }, place);
  if (file === undefined) return filter;
  return { ...filter, file: await storedPath(store, file, filter.project), fileEnd: true };
}

function toPattern(item: Item, record: TripwireRecord | undefined): PatternEntry[] {
  const { pattern, status } = detailOfKind(item, 'pattern');
  if (pattern === undefined) return [];
  return [
    {
      id: item.id,
      kind: pattern.pattern,
      label: item.title,
      text: item.text,
      key: pattern.key,
      count: pattern.count,
      sessions: pattern.sessions,
      firstAt: new Date(pattern.firstAt).toISOString(),
      lastAt: new Date(pattern.lastAt).toISOString(),
      firstSession: pattern.firstSession,
      lastSession: pattern.lastSession,
      ...omitUndefined({ project: item.project, status, stamp: stampOfProposal(item), record, more: pattern.more }),
      files: pattern.files,
      evidence: pattern.evidence,
      author: item.author,
      exposed: item.exposed,
      tokens: countTokens(item.text),
    },
  ];
}

/** A note when nothing was found while sessions wait to be distilled. */
async function notesOn(store: Store, patterns: readonly PatternEntry[]): Promise<Note[]> {
  if (patterns.length > 0) return [];
  const waiting = await store.distilled.waiting(1);
  if (waiting.length === 0) return [];
  return [{ code: 'not_distilled', message: 'Some sessions are still to be read for patterns; ask again in a while.' }];
}
