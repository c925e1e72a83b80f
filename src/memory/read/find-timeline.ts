import type { TimelineResult } from '../../api/answers.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import { isPublicId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readTimeline, type TimelineAnchor } from '../../retrieval/entries/timeline.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { type Named, placeOf, resolveIds } from '../../retrieval/query/resolve-id.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

const AROUND = 5;

/** The events around an id or a time. Throws `not_found` for an id that names nothing. */
export async function findTimeline(
  store: Store,
  input: ReadInput<'timeline'>,
  place: FilterEnvironment,
): Promise<TimelineResult> {
  const named = isPublicId(input.anchor) ? await needNamed(store, input.anchor) : undefined;
  const anchor =
    named === undefined ? { at: parsePast(input.anchor, 'anchor', place.now) } : await anchorOf(store, named);
  return readTimeline(store, {
    name: named === undefined ? toIso(anchor) : input.anchor,
    anchor,
    scope: await scopeOf(store, input, { ...place, named }),
    before: countOf(input.before),
    after: countOf(input.after),
  });
}

async function needNamed(store: Store, id: string): Promise<Named> {
  const named = (await resolveIds(store, [id])).get(id);
  if (named !== undefined) return named;
  throw new CairnError('not_found', `There is no memory ${id}.`, { fix: 'cairn search "words" shows ids' });
}

/** The anchor of an id: an item itself; for an event its first item or its time; for a session or project the end. */
async function anchorOf(store: Store, named: Named): Promise<TimelineAnchor> {
  if (named.of === 'item') return { item: named.item };
  if (named.of !== 'event') return 'end';
  const [item] = await store.items.ofEvent(named.event.id);
  return item === undefined ? { at: named.event.at } : { item };
}

/** The scope: the requested project, otherwise the anchor's session or project; around a time, the caller's project. */
async function scopeOf(
  store: Store,
  { kinds, project, cwd }: ReadInput<'timeline'>,
  { named, ...place }: FilterEnvironment & { named: Named | undefined },
): Promise<ItemFilter> {
  const of = named === undefined ? {} : placeOf(named);
  const within = project ?? (named === undefined ? cwd : undefined);
  const scope = await resolveFilter(store, omitUndefined({ kinds, project: within }), place);
  if (within !== undefined) return scope;
  if (of.session !== undefined) return { ...scope, session: of.session };
  return of.project === undefined ? scope : { ...scope, project: of.project };
}

function countOf(given: number | undefined): number {
  return Math.min(Math.max(Math.trunc(given ?? AROUND), 0), LIMITS.timelineEntries);
}

function toIso(anchor: TimelineAnchor): string {
  return anchor !== 'end' && 'at' in anchor ? new Date(anchor.at).toISOString() : '';
}
