import type { StoryResult, StoryStep, ToldBlock } from '../../api/story-answers.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { lookUp } from '../../core/parts-of.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { titleOf } from '../../retrieval/entries/entry.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { sessionFigures } from '../../retrieval/entries/session-figures.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { isStepOfEvent, toStep } from './story-step.ts';

/** Items on a page, default; one step may be made of several. */
const STEPS = 200;
const BLOCKS = 500;
const KINDS: readonly ItemKind[] = ['prompt', 'message', 'observation', 'knowledge', 'commit', 'summary'];

/** A session step by step, oldest first, with what Cairn told it. Throws `not_found` for an id of no session. */
export async function findStory(store: Store, { id, limit, cursor }: ReadInput<'story'>): Promise<StoryResult> {
  const session = await resolveSession(store, id);
  const [row] = await store.log.sessions({ ids: [session], limit: 1 });
  const page = { limit: limit ?? STEPS, oldestFirst: true, ...(cursor === undefined ? {} : { cursor }) };
  const { rows, next } = await store.items.page({ session, kinds: KINDS }, page);
  return {
    session,
    figures: await figuresOf(store, session, row),
    steps: await stepsOf(store, rows),
    told: cursor === undefined ? await toldTo(store, session) : [],
    ...(next === undefined ? {} : { nextCursor: next }),
  };
}

async function figuresOf(
  store: Store,
  session: SessionId,
  row: SessionRow | undefined,
): Promise<StoryResult['figures']> {
  const [summary] = await store.items.get([summaryId(session)]);
  const told = (await store.meter.tokensOf([session])).get(session);
  const checkpoint = await latestCheckpoint(store, session);
  return sessionFigures(row ?? { startedAt: 0 }, { summary, checkpoint, told });
}

/** The steps that items show: what comes of one event is one step. */
async function stepsOf(store: Store, items: readonly Item[]): Promise<StoryStep[]> {
  const events = await eventsOf(store, items);
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    if (item.event === undefined) continue;
    groups.set(item.event, [...(groups.get(item.event) ?? []), item]);
  }
  return [...groups].flatMap(([event, group]) => {
    const main = group.find(isStepOfEvent) ?? group[0];
    return main === undefined ? [] : [toStep(main, { group, event: events.get(event as EventId) })];
  });
}

async function eventsOf(store: Store, items: readonly Item[]): Promise<ReadonlyMap<EventId, StoredEvent>> {
  const ids = new Set(items.flatMap(({ event }) => event ?? []));
  return new Map((await lookUp(ids, store.log.events)).map((event) => [event.id, event]));
}

/** The blocks that Cairn told a session unasked, oldest first, with what was used of each. */
async function toldTo(store: Store, session: SessionId): Promise<ToldBlock[]> {
  const blocks = (await store.meter.outcomes({ session }, BLOCKS)).toReversed();
  const ids = new Set(blocks.flatMap(({ items }) => items.map((item) => item.id)));
  const known = new Map((await lookUp(ids, store.items.get)).map((item) => [item.id, item]));
  return blocks.map(({ at, occasion, tokens, items }) => ({
    at: isoTime(at),
    occasion,
    tokens,
    items: items.flatMap((told) => {
      const item = known.get(told.id);
      if (item === undefined || item.detail.hidden === true) return [];
      const { section } = told;
      const named = { id: told.id, kind: item.kind, title: titleOf(item), uses: [...new Set(told.uses)] };
      return [section === undefined ? named : { ...named, section }];
    }),
  }));
}
