import type { StoredEvent } from '../../core/model/event.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { homeTarget, type SharedMemory } from '../../core/model/shared-memory.ts';
import { saysTheSame } from './apply-acts.ts';
import { sharedItem } from './shared-item.ts';

/** An event by which a home shared a memory. */
export type SharedEvent = StoredEvent & { body: SharedMemory };

/** A memory that the home has of a target: under which id, whose it is, and the version of it that counts. */
export interface HeldClaim {
  id: ItemId;
  home: string;
  event: SharedEvent;
}

/**
 * Finds what this home has of a target: the memory of the home that shared it first here, under the target itself. Where other homes shared
 * other words under it, and nobody here knows who was first (they came in one catching up with a folder) nor judged it in between,
 * it is nobody's: this home has each one under an id of its own.
 */
export function heldClaims(target: string, about: readonly StoredEvent[]): HeldClaim[] {
  const inOrder = about.toSorted((one, other) => one.seq - other.seq);
  const byHome = Map.groupBy(inOrder.filter(isClaim), ({ body }) => body.home);
  const [first, ...others] = [...byHome.values()];
  if (first === undefined) return [];
  const owner = latestOf(first);
  const rivals = others.filter((rival) => isRival(rival, { first, judged: inOrder.filter(isJudgement) }));
  if (rivals.length === 0) return [{ id: target as ItemId, home: owner.body.home, event: owner }];
  return [first, ...rivals].map((claims) => {
    const event = latestOf(claims);
    return { id: homeTarget(target, event.body.home) as ItemId, home: event.body.home, event };
  });
}

/** A claim that makes a memory; what makes none claims nothing. */
function isClaim(event: StoredEvent): event is SharedEvent {
  return event.body.kind === 'shared' && sharedItem(event, event.body).length > 0;
}

function isJudgement({ body }: StoredEvent): boolean {
  return body.kind !== 'shared' && 'person' in body && body.person;
}

function isRival(
  rival: readonly SharedEvent[],
  { first, judged }: { first: readonly SharedEvent[]; judged: readonly StoredEvent[] },
): boolean {
  const [{ seq, body }, { seq: since, body: owner }] = [rival[0] as SharedEvent, first[0] as SharedEvent];
  if (owner.catchUp === undefined || owner.catchUp !== body.catchUp) return false;
  if (judged.some((act) => act.seq > since && act.seq < seq)) return false;
  return !saysTheSame(latestOf(first), latestOf(rival));
}

/** The latest version that a home shared. */
function latestOf(claims: readonly SharedEvent[]): SharedEvent {
  return claims.reduce((latest, one) => (one.body.version > latest.body.version ? one : latest));
}

/**
 * The versions of one home and the acts that apply to it, of all events about a target and about its id of that home: acts about
 * the target only where that is its id. Once somebody shares a memory under the other id, acts about it may mean that one.
 */
export function aboutClaim(
  { id, home, event }: HeldClaim,
  { about, bound }: { about: readonly StoredEvent[]; bound: readonly StoredEvent[] },
): StoredEvent[] {
  const isOwn = id === event.body.target;
  const ofHome = about.filter(({ body }) => (body.kind === 'shared' ? body.home === home : isOwn));
  const until = Math.min(...bound.filter(({ body }) => body.kind === 'shared').map(({ seq }) => seq));
  return [...ofHome, ...bound.filter(({ seq }) => seq < until)];
}
