import type { HistoryAct, HistoryBlock, HistoryResult } from '../../api/review-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { type ItemId, isPublicId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { PERSON_ACTS } from '../../core/model/kinds.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import { isOfTripwire } from '../../derive/event/held-rules.ts';
import { doubtedIn } from '../../derive/event/in-doubt.ts';
import { itemEntries } from '../../retrieval/entries/list.ts';
import { sessionNames } from '../../retrieval/entries/session-titles.ts';
import { resolveIds } from '../../retrieval/query/resolve-id.ts';
import { supersedesItem, validityInMemory } from '../../retrieval/validity/validity.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

/** Upper bounds on the steps of a chain in one direction, on the evidence, and on what a person superseded. */
const STEPS = 8;
const EVIDENCE = 12;
const SUPERSEDED = 200;
const BLOCKS = 12;
const ACTS: ReadonlySet<string> = new Set(PERSON_ACTS);

/** The life of a memory: what was done with it, what it took the place of and what takes its place, what it stands on. */
export async function findHistory(store: Store, { id }: ReadInput<'history'>): Promise<HistoryResult> {
  const [item] = isPublicId(id) ? await store.items.get([id as ItemId]) : [];
  if (item === undefined) throw await noMemory(store, id);
  const { told = 0, used = 0 } = (await store.meter.counts([item.id])).get(item.id) ?? {};
  return {
    id: item.id,
    acts: await actsOn(store, item),
    chain: await itemEntries(store, await chainOf(store, item)),
    evidence: await itemEntries(store, await evidenceOf(store, item)),
    timesTold: told,
    timesUsed: used,
    blocks: await blocksOf(store, item.id),
  };
}

async function noMemory(store: Store, id: string): Promise<CairnError> {
  const named = (await resolveIds(store, [id])).get(id);
  const says = named === undefined ? `There is no memory ${id}.` : `${id} is the id of a ${named.of}, not of a memory.`;
  return new CairnError('not_found', says, {
    fix: named === undefined ? 'cairn search "words" shows ids' : `cairn get ${id}`,
  });
}

async function blocksOf(store: Store, id: ItemId): Promise<HistoryBlock[]> {
  const blocks = await store.meter.ofItem(id, BLOCKS);
  const nameOf = await sessionNames(store, [...new Set(blocks.map(({ session }) => session))]);
  return blocks.map(({ session, at, uses, ...rest }) => {
    const { agent, title } = nameOf(session);
    const named = { at: isoTime(at), sessionId: session, title, ...rest, uses: [...new Set(uses)] };
    return agent === '' ? named : { ...named, agent };
  });
}

async function actsOn(store: Store, item: Item): Promise<HistoryAct[]> {
  const about = inTimeOrder(await store.log.about([item.id]));
  const revoked = doubtedIn(about);
  const acts = about
    .filter(({ body }) => ACTS.has(body.kind) && !isOfTripwire(body, item.id))
    .map((event) => actOf(event, revoked.has(event.id)));
  const [event] = item.event === undefined ? [] : await store.log.events([item.event]);
  return [statedBy(item, event, event !== undefined && revoked.has(event.id)), ...acts];
}

/** How a memory came to be. */
function statedBy(item: Item, event: StoredEvent | undefined, isTakenBack: boolean): HistoryAct {
  const wasPerson = item.author === 'person' && item.detail.status !== 'proposed';
  const isPerson = event !== undefined && 'person' in event.body ? event.body.person : wasPerson;
  // A pattern is found by rules, over sessions.
  const isSaid = item.kind !== 'pattern' && (item.author === 'agent' || item.author === 'person');
  const by = isPerson ? 'person' : isSaid ? 'agent' : 'other';
  return {
    at: isoTime(item.at),
    act: isPerson ? 'stated' : 'proposed',
    by,
    ...omitUndefined({ eventId: item.event, takenBack: isTakenBack || undefined }),
    ...placeOf(event),
  };
}

function actOf(event: StoredEvent, isTakenBack: boolean): HistoryAct {
  const { body, at, id } = event;
  const isPerson = 'person' in body && body.person && !isTakenBack;
  const to = body.kind === 'revised' ? body.changes.text : body.kind === 'superseded' ? body.by : undefined;
  return {
    at: isoTime(at),
    // `ACTS` holds the kinds of all that comes here.
    act: body.kind as HistoryAct['act'],
    by: isPerson ? 'person' : 'agent',
    eventId: id,
    ...omitUndefined({ to, takenBack: isTakenBack || undefined }),
    ...placeOf(event),
  };
}

function placeOf(event: StoredEvent | undefined): Pick<HistoryAct, 'agent' | 'sessionId' | 'terminal'> {
  if (event === undefined) return {};
  const { agent, session, agentSession, body } = event;
  const terminal = 'terminal' in body ? body.terminal : undefined;
  return { ...(agentSession === NO_SESSION ? {} : { agent, sessionId: session }), ...omitUndefined({ terminal }) };
}

/** The statements of which each took the place of the one before. */
async function chainOf(store: Store, item: Item): Promise<Item[]> {
  const seen = new Set<string>([item.id]);
  const walk = async (step: (from: Item) => Promise<Item | undefined>): Promise<Item[]> => {
    const found: Item[] = [];
    for (let at = await step(item); at !== undefined && found.length < STEPS; at = await step(at)) {
      if (seen.has(at.id)) break;
      seen.add(at.id);
      found.push(at);
    }
    return found;
  };
  const earlier = await walk((from) => supersededBy(store, from));
  const later = await walk((from) => supersederOf(store, from));
  return [...earlier.toReversed(), item, ...later];
}

/** The latest memory whose place another takes. */
async function supersededBy(store: Store, item: Item): Promise<Item | undefined> {
  const project = omitUndefined({ project: item.project });
  const judged = await store.items.list(
    { ...project, kinds: ['knowledge'], status: ['superseded'] },
    { limit: SUPERSEDED },
  );
  const byPerson = judged.filter(({ detail }) => detail.supersededBy === item.id);
  const byWords = await store.items.get(await supersedesItem(store, item));
  return [...byPerson, ...byWords].toSorted((one, other) => other.at - one.at)[0];
}

async function supersederOf(store: Store, item: Item): Promise<Item | undefined> {
  const by = item.detail.supersededBy ?? (await validityInMemory(store, [item])).get(item.id)?.supersededBy;
  return by === undefined || !isPublicId(by) ? undefined : (await store.items.get([by as ItemId]))[0];
}

/** What else was said or done in the event that it comes from; of a pattern what shows it; then what it repeats. */
async function evidenceOf(store: Store, item: Item): Promise<Item[]> {
  const shown = detailOfKind(item, 'pattern').pattern?.evidence ?? [];
  const beside = item.event === undefined ? [] : await store.items.ofEvent(item.event);
  const links = await store.items.links([item.id], ['repeats', 'near']);
  const ids = [...beside.map((one) => one.id), ...shown, ...links.map(({ to }) => to)].filter((id) => id !== item.id);
  const found = await store.items.get([...new Set(ids)].slice(0, EVIDENCE));
  return found.filter(({ detail }) => detail.hidden !== true);
}
