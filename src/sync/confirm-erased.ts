import { asObject, asString, type JsonValue, objectsIn, parseJson } from '../core/json.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { ItemId } from '../core/model/ids.ts';
import type { SharedItem, SharedMemory } from '../core/model/shared-memory.ts';
import { isFromMember } from '../derive/event/shared-item.ts';
import type { Store } from '../store/contract/store.ts';
import type { Erasing } from './erasing.ts';
import type { PushDeps } from './push-changes.ts';
import { toMemory } from './to-memory.ts';
import { ackId, homesOf, SYNC_VERSION, type TombstoneRecord } from './wire.ts';

/** Stands for a copy that could be brought back. */
const KEPT_COPY = 'kept';
/** Name of the value that holds tombstones of which something still stands here. */
const UNCONFIRMED = 'unconfirmed';
/** Upper bound on those that are kept, the newest: an older one is never confirmed. */
const KEPT = 500;

/** A tombstone that was carried out, of which something is still here: by others, or as the home's own. */
interface Unconfirmed {
  id: string;
  still: StandingCopy[];
}

/**
 * A memory with the words that were forgotten: its id; the event of another home, or the hash of this home's own words; and the event
 * that it was made of, '' where that is not known.
 */
interface StandingCopy {
  target: string;
  as: string;
  event: string;
}

/** What was erased here: events by which it was shared, and the events that what could be brought back was made of. */
interface ErasedHere {
  gone: readonly LoggedShare[];
  kept: readonly string[];
}

type SharedWords = Pick<SharedItem, 'title' | 'text'>;

/** What confirming needs. */
export interface ConfirmDeps extends PushDeps {
  erasing: Pick<Erasing, 'keeps'>;
}

type LoggedShare = StoredEvent & { body: SharedMemory };

/** The events by which homes shared some memories. */
export async function sharedAmong({ log }: Pick<Store, 'log'>, targets: readonly string[]): Promise<LoggedShare[]> {
  const about = await log.about([...targets]);
  return about.flatMap((event) => (event.body.kind === 'shared' ? [event as LoggedShare] : []));
}

/**
 * Says to a home that what it forgot is gone here. Where another home shares it still, this
 * one has it itself, or it could be brought back, that is said only once it is not there any more. Other words under the same id count
 * only where it is not known what was forgotten.
 */
export async function confirmOrKeep(deps: ConfirmDeps, record: TombstoneRecord, was: ErasedHere): Promise<void> {
  const kept = await readKept(deps);
  if (kept.some(({ id }) => id === record.id)) return;
  const still = record.reason === 'unshared' ? [] : await stillThere(deps, record, was);
  if (still.length === 0) return confirm(deps, record.id);
  await writeKept(deps, [...kept, { id: record.id, still }]);
}

async function stillThere(
  deps: ConfirmDeps,
  record: TombstoneRecord,
  { gone, kept }: ErasedHere,
): Promise<StandingCopy[]> {
  const words = new Set(gone.map(({ body: { item } }) => wordsOf(item)));
  const homes = homesOf(record);
  const isSame = (said: SharedWords): boolean => words.size === 0 || words.has(wordsOf(said));
  const targets = record.erases.map(({ target }) => target);
  const there = (await standingOf(deps, targets)).filter(({ home, said }) => !homes.has(home) && isSame(said));
  const copies: StandingCopy[] = [];
  const madeOf = new Set([...gone.flatMap(({ body }) => body.from.event ?? []), ...kept]);
  // Mostly it keeps none: one look at all that could be brought back shows that.
  const mayBeKept = madeOf.size > 0 && (await deps.erasing.keeps([...madeOf])) ? madeOf : [];
  for (const event of mayBeKept) {
    if (await deps.erasing.keeps([event])) copies.push({ target: '', as: KEPT_COPY, event });
  }
  return [...there.map(({ target, as, event }) => ({ target, as, event })), ...copies];
}

function wordsOf({ title, text }: SharedWords): string {
  return `${title}\n${text}`;
}

/** Confirms what was not gone before, and is gone now. */
export async function confirmKept(deps: ConfirmDeps): Promise<void> {
  const kept = await readKept(deps);
  const left: Unconfirmed[] = [];
  for (const one of kept) {
    const there = await standingOf(deps, [...new Set(one.still.flatMap(({ target }) => target || []))]);
    const known = new Set(there.map(({ as }) => as));
    const still: StandingCopy[] = [];
    for (const it of one.still)
      if (known.has(it.as) || (it.event !== '' && (await deps.erasing.keeps([it.event])))) still.push(it);
    if (still.length === 0) await confirm(deps, one.id);
    else left.push({ ...one, still });
  }
  if (JSON.stringify(left) !== JSON.stringify(kept)) await writeKept(deps, left);
}

/**
 * Has what another machine of the same memory unshared handed on again, as a later version: this one shares it still, by the choice
 * of its person here. What was forgotten there is not.
 */
export async function shareAgain({ store }: PushDeps, { reason, erases }: TombstoneRecord): Promise<void> {
  if (reason !== 'unshared') return;
  const until = new Map(erases.map((one) => [one.target, one.until]));
  const rows = await store.sync.shared([...until.keys()] as ItemId[]);
  const shared = rows.filter(({ state }) => state === 'waiting' || state === 'sent');
  await store.sync.putShared(
    shared.map((row) => ({ ...row, version: Math.max(row.version, until.get(row.item) ?? 0) + 1, state: 'waiting' })),
  );
}

/** What is here of some memories: by which home (this one's own by none), and what it says as it leaves. */
async function standingOf(
  { store, config, userHome }: PushDeps,
  targets: readonly string[],
): Promise<(StandingCopy & { home: string; said: SharedWords })[]> {
  if (targets.length === 0) return [];
  const shared = await sharedAmong(store, targets);
  const items = (await store.items.get(targets as ItemId[])).filter((item) => !isFromMember(item));
  return [
    ...shared.map(({ id, body: { target, home, item, from } }) => {
      return { target, as: id as string, event: from.event ?? id, home, said: item };
    }),
    ...items.map((item) => {
      const said = toMemory(item, { home: config.home, userHome }).item;
      const as = `${item.id} ${item.contentHash}`;
      return { target: item.id as string, as, event: item.event ?? '', home: '', said };
    }),
  ];
}

async function confirm({ store, config, now }: PushDeps, id: string): Promise<void> {
  const { home, member } = config;
  const ack = { version: SYNC_VERSION, kind: 'ack', home, member, at: now(), id: ackId({ home, of: [id] }), of: [id] };
  await store.sync.addRecords([{ id: ack.id, kind: 'ack', at: ack.at, data: ack }]);
}

async function readKept({ store }: PushDeps): Promise<Unconfirmed[]> {
  const kept = parseJson((await store.sync.value(UNCONFIRMED)) ?? '[]');
  return Array.isArray(kept) ? kept.flatMap(toUnconfirmed) : [];
}

function writeKept({ store }: PushDeps, kept: readonly Unconfirmed[]): Promise<void> {
  return store.sync.setValue(UNCONFIRMED, JSON.stringify(kept.slice(-KEPT)));
}

function toUnconfirmed(value: JsonValue): Unconfirmed[] {
  const { id, still } = asObject(value);
  if (typeof id !== 'string') return [];
  const standing = objectsIn(still).flatMap(({ target, as, event }) =>
    typeof target === 'string' && typeof as === 'string' ? [{ target, as, event: asString(event) ?? '' }] : [],
  );
  return [{ id, still: standing }];
}
