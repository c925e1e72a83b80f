import type { StoredEvent } from '../core/model/event.ts';
import type { EventId, ItemId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { homeTarget } from '../core/model/shared-memory.ts';
import { actsOnShared, applyActs } from '../derive/event/apply-acts.ts';
import { aboutClaim, type HeldClaim, heldClaims } from '../derive/event/shared-claims.ts';
import { isFromMember, sharedBy } from '../derive/event/shared-item.ts';
import type { Store } from '../store/contract/store.ts';
import type { Acts } from './acts.ts';

/** An event by which a home shared a memory, and the items of it as that home says them. */
interface GivenClaim {
  event: StoredEvent;
  derived: { items: readonly Item[] };
}

/** Finds whose the memories are that other homes shared, and keeps what is stored of them in step with that. */
export class SharedClaims {
  readonly #store: Pick<Store, 'log' | 'items'>;
  readonly #acts: Pick<Acts, 'about'>;
  /** What the targets that several homes share become, in the step under way. */
  readonly #several: { target: ItemId; held: readonly HeldClaim[] }[] = [];

  constructor(store: Pick<Store, 'log' | 'items'>, acts: Pick<Acts, 'about'>) {
    this.#store = store;
    this.#acts = acts;
  }

  /** The items of some events, each under the id that is its home's, with the acts about it applied. */
  async itemsOf(given: readonly GivenClaim[]): Promise<Item[]> {
    this.#several.length = 0;
    const claims = given.flatMap(({ event, derived }) => derived.items.map((item) => ({ event, item })));
    if (claims.length === 0) return [];
    const boundId = ({ event: { body }, item: { id } }: (typeof claims)[number]): ItemId =>
      homeTarget(id, body.kind === 'shared' ? body.home : '') as ItemId;
    const about = await this.#acts.about(claims.flatMap((claim) => [claim.item.id, boundId(claim)]));
    const stored = await this.#store.items.get(claims.map(({ item }) => item.id));
    const known = new Map(stored.map((item) => [item.id, item]));
    const put = new Map<ItemId, Item>();
    for (const claim of claims) {
      const { event, item } = claim;
      const [there, events] = [known.get(item.id), about.get(item.id) ?? []];
      // A memory of this home's own is nobody else's.
      if (there !== undefined && !isFromMember(there)) continue;
      const held = heldClaims(item.id, events);
      if (isOfSeveral(events)) this.#several.push({ target: item.id, held });
      const own = held.find((one) => one.event.id === event.id);
      if (own === undefined) continue;
      // Whoever shares under the id that another home's memory has here does not take its place.
      const isTaken = own.id === item.id && (put.has(own.id) || isOfOther(there, own));
      if (isTaken) continue;
      const { acts, member } = actsOnShared(aboutClaim(own, { about: events, bound: about.get(boundId(claim)) ?? [] }));
      put.set(own.id, applyActs(sharedBy({ ...item, id: own.id }, member ?? own.event.body.member), acts));
    }
    return [...put.values()];
  }

  /** Derives again, of targets that several homes share, what the store holds otherwise than it follows now. */
  async settle(events: readonly StoredEvent[]): Promise<void> {
    const done = new Set<EventId>(events.map(({ id }) => id));
    const again = new Set<EventId>();
    for (const { target, held } of this.#several.splice(0)) {
      const told = new Map(held.map(({ id, event }) => [id, event.id]));
      const stored = await this.#store.items.get([target, ...told.keys()]);
      const there = new Map(stored.map(({ id, event }) => [id, event]));
      for (const { id, event } of stored) if (event !== undefined && told.get(id) !== event) again.add(event);
      for (const [id, event] of told) if (there.get(id) !== event) again.add(event);
    }
    const late = [...again].filter((id) => !done.has(id));
    if (late.length > 0) await this.#store.log.markUnderived(late);
  }
}

function isOfSeveral(events: readonly StoredEvent[]): boolean {
  return new Set(events.flatMap(({ body }) => (body.kind === 'shared' ? [body.home] : []))).size > 1;
}

/** True for a memory that another home has under an id that was made for it. */
function isOfOther(there: Item | undefined, { home }: HeldClaim): boolean {
  return there !== undefined && there.detail.shared?.home !== home && there.event !== undefined;
}
