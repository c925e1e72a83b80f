// What memory no longer has may still stand in a backup: in what a restore replaced, or in one that outlived retention. A
// person who forgets it deletes those, and no other copy brings it back.

import type { Entry, ForgetPlan, ForgetReport, Note } from '../../api/answers.ts';
import type { ForgetInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import { lookUp } from '../../core/parts-of.ts';
import { spread } from '../../core/spread.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { now } from '../../platform/clock.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import { toEntry } from '../../retrieval/entries/entry.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { emptyReport } from './bring-back.ts';
import { inTrash } from './held-elsewhere.ts';
import { createReceipt } from './receipt.ts';
import { removeJournalsWith, searchHome, searchPatternsOf } from './search-home.ts';
import { type HeldInBackups, type SelectDeps, type Selection, selectEvents } from './select-events.ts';
import { stillMissing, syncOf, toldNotes } from './told-others.ts';
import { batchesWith } from './trash.ts';

type CopiesDeps = Pick<MemoryParts, 'store' | 'paths' | 'backups' | 'sync'>;

/** What one copy of the database has of what is asked for. */
type InCopy = Pick<Selection, 'ids' | 'sessions' | 'missing'> & Omit<HeldInBackups, 'copies'>;

const SAMPLE = 10;
const PASSAGES = 32;
/** Milliseconds after which hooks that wait are answered first. */
const STEP_MS = 10;

/**
 * The events that a person's input names. Where memory has none, and for ids that it does not know, the copies of the database
 * are asked as well: `held` is what they alone have, and its ids are of events that memory has not.
 */
export async function selectAlsoInBackups(
  deps: CopiesDeps,
  select: SelectDeps,
  input: ForgetInput,
): Promise<Selection> {
  const { error, ...selection } = await selectIfThere(select, input);
  const isNothing = selection.ids.length === 0 && selection.sessions.length === 0;
  if (!isNothing && selection.missing.length === 0) return selection;
  const asked = isNothing ? input : { ids: selection.missing };
  const looked = await deps.backups.lookInto((store) => findInCopy({ ...select, store }, asked));
  const found = looked.flatMap((one) =>
    'found' in one && one.found !== undefined ? [{ ...one.found, name: one.name }] : [],
  );
  if (found.length === 0 && error !== undefined) throw error;
  const notes = looked.flatMap((one) => ('fault' in one ? [unreadNote(one)] : []));
  if (found.length === 0) return { ...selection, notes };
  const ids = [
    ...selection.ids,
    ...(await unknownOf(
      deps.store,
      found.flatMap((one) => one.ids),
    )),
  ];
  const missing = selection.missing.filter((id) => found.every((one) => one.missing.includes(id)));
  const copies = found.map(({ name }) => name);
  const also = { ...selection, ids, missing, notes: [heldNote(copies, isNothing), ...notes] };
  if (!isNothing) return also;
  const sessions = await goneOf(
    deps.store,
    found.flatMap((one) => one.sessions),
  );
  return { ...also, sessions, isWhole: true, held: { copies, ...together(found) } };
}

/** As `selectEvents`; nothing, with the error, where an input names a session or project that is not there. */
export async function selectIfThere(
  deps: SelectDeps,
  input: ForgetInput,
  after = 0,
): Promise<Selection & { error?: CairnError }> {
  try {
    return await selectEvents(deps, input, after);
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'not_found') throw error;
    return { ids: [], sessions: [], missing: [], lastSeq: after, isWhole: true, error };
  }
}

/** What a plan says of events that backups alone hold. */
export function planOfHeld({ held }: Selection): Partial<ForgetPlan> {
  if (held === undefined) return {};
  const { items, of, firstAt, lastAt, sample } = held;
  return { items: items.length, sessions: of.length, firstAt: isoTime(firstAt), lastAt: isoTime(lastAt), sample };
}

/**
 * Deletes the backups that alone hold a selection, and refuses to take its events in again. What others heard of it, as memory or these
 * backups know, is taken back.
 */
export async function eraseFromBackups(
  { store, paths, backups, sync }: CopiesDeps,
  { ids, sessions, missing, held }: Selection & { held: HeldInBackups },
  how: { now: boolean; receipt: boolean },
): Promise<ForgetReport> {
  const at = now();
  for (const one of await backups.lookInto((copy) => copy.sync.said(), held.copies))
    if ('found' in one) await store.sync.learn(one.found, { isLater: false, at });
  await store.log.erase(ids, at, { sessions });
  const told = await sync.forgotten([...held.items, ...missing]);
  await store.checkpoint();
  const freed = await backups.remove(held.copies);
  removeJournalsWith(paths, held.passages);
  const search = await searchHome(paths.home, store, held.passages);
  const before = how.now ? await batchesWith(paths, held.passages) : [];
  const gone = held.passages.filter((passage) => !search.held.has(passage));
  const heard = told && { sync: syncOf(told) };
  const facts = { at: isoTime(at), files: search.read, ...heard };
  const message = `Deleted, since they held it: ${held.copies.join(', ')}. Nothing brings them back.`;
  return {
    ...emptyReport(),
    state: 'erased',
    ...{ events: ids.length, items: held.items, freed, shared: search.heldBy, beyond: held.beyond },
    missing: stillMissing(missing, told),
    ...heard,
    searched: { files: search.files, bytes: search.bytes, found: search.found },
    ...(how.receipt && { receipt: createReceipt(gone, facts) }),
    notes: [{ code: 'backups_deleted', message }, ...toldNotes(told), ...before.map(inTrash)],
  };
}

async function findInCopy(deps: SelectDeps, asked: ForgetInput): Promise<InCopy | undefined> {
  const { store } = deps;
  const { ids, sessions, missing } = await selectIfThere(deps, asked);
  if (ids.length === 0) return undefined;
  const items = new Set<string>();
  const of = new Set<SessionId>();
  const sample: Entry[] = [];
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, 0];
  const step = createYielder(STEP_MS);
  for await (const { id, session, at } of eventsById(store.log, ids)) {
    await step();
    of.add(session);
    firstAt = Math.min(firstAt, at);
    lastAt = Math.max(lastAt, at);
    const made = await store.items.ofEvent(id);
    for (const item of made) items.add(item.id);
    const [shown] = made;
    if (shown !== undefined && sample.length < SAMPLE) sample.push(toEntry(shown, { agents: new Map() }));
  }
  const passages = await searchPatternsOf(store, ids);
  const beyond = await store.log.transcriptsOf(ids);
  return { ids, sessions, missing, items: [...items], of: [...of], firstAt, lastAt, sample, passages, beyond };
}

function together(found: readonly InCopy[]): Omit<HeldInBackups, 'copies'> {
  const all = <Value>(part: (one: InCopy) => readonly Value[]): Value[] => [...new Set(found.flatMap(part))];
  const sample = new Map(found.flatMap((one) => one.sample).map((entry) => [entry.id, entry]));
  return {
    items: all(({ items }) => items),
    of: all(({ of }) => of),
    firstAt: Math.min(...found.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...found.map(({ lastAt }) => lastAt)),
    sample: [...sample.values()].slice(0, SAMPLE),
    passages: spread(
      all(({ passages }) => passages),
      PASSAGES,
    ),
    beyond: all(({ beyond }) => beyond),
  };
}

/** Those of some events that memory does not have. */
async function unknownOf(store: Store, ids: readonly EventId[]): Promise<EventId[]> {
  const each = new Set(ids);
  for (const { id } of await lookUp(each, (part) => store.log.events(part))) each.delete(id);
  return [...each];
}

/** Those of some sessions of which memory has nothing: of any other, what memory has may be reported again. */
async function goneOf(store: Store, sessions: readonly SessionId[]): Promise<SessionId[]> {
  const gone: SessionId[] = [];
  for (const session of new Set(sessions)) if ((await store.log.measure({ session })).events === 0) gone.push(session);
  return gone;
}

function heldNote(copies: readonly string[], isNothing: boolean): Note {
  const message = isNothing
    ? `Memory has none of it; these backups do: ${copies.join(', ')}. To forget it deletes them whole and for good, with all that only they hold.`
    : `Some of it stands in backups alone: ${copies.join(', ')}. The backups that hold it are deleted, and one is made without it.`;
  return { code: 'in_backups', message };
}

function unreadNote({ name, fault }: { name: string; fault: string }): Note {
  return { code: 'backup_unread', message: `Nobody knows whether the backup ${name} holds it: ${fault}` };
}
