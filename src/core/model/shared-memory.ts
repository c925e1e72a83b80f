import { hashBase32 } from '../hash.ts';
import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../json.ts';
import { times } from '../limits.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { EventId, SessionId } from './ids.ts';
import type { Author, ItemKind } from './kinds.ts';

/**
 * Prefix of the counters of what this home shared as files of a repository, by id: what it forgot since does not come back from
 * its own file, and a file takes the place of nothing else.
 */
export const SHARED = 'shared:';

/** Why a server refuses what waits until its admin gave the home back: all else that it refuses, it refuses for ever. */
export const NOT_YOUR_HOME = 'not your home';

/** Stands for every home where a person forgot a memory: it is refused whoever shares it. */
export const ANY_HOME = '*';
/** Stands for every version of what a person forgot. */
export const EVERY_VERSION = Number.MAX_SAFE_INTEGER;

/** A memory as its home shares it: what it says, and what its kind holds (`derive/event/shared-item.ts` says which fields). */
export interface SharedItem {
  kind: ItemKind;
  title: string;
  text: string;
  author: Author;
  exposed: boolean;
  /** Milliseconds since 1970. */
  at: number;
  /** `rule@version` that made it there. */
  rule: string;
  detail: JsonObject;
}

/** Another home shared a memory, or a change of one: of one home and target the greatest version counts. */
export interface SharedMemory {
  kind: 'shared';
  /** The home that made it, and the name of its person. */
  home: string;
  member: string;
  /** Public id of the memory, the same on every member. */
  target: string;
  /** Milliseconds since 1970, by the clock of that home; it grows with each change. */
  version: number;
  item: SharedItem;
  /** The event or session that it was made of, there. */
  from: { event?: string; session?: string };
  /**
   * In which catching up with a folder it came: of what came in the same one nobody knows which home was first. Absent where it came
   * from a server, whose log has one order for all.
   */
  catchUp?: number;
  person: false;
}

/**
 * The id of a memory that is made of its home, too: for one whose own id another home can have as well for one of its own. It keeps
 * the letter of its kind.
 */
export function homeTarget(id: string, home: string): string {
  return `${id.slice(0, 2)}${hashBase32(['target', home, id])}`;
}

/**
 * What a memory that another home shares was made of there, of which a tombstone here refuses it: a home that took another's memories
 * over has the same events. `at` (milliseconds since 1970): when it happened; the beginning for what is made of a whole session.
 */
export function madeOf({ body }: { body: SharedMemory | { kind: string } }): {
  event?: EventId;
  session?: SessionId;
  at: number;
} {
  const { from, item } = body.kind === 'shared' ? (body as SharedMemory) : {};
  const { event, session } = asObject(from as JsonValue | undefined);
  const at = event === undefined ? undefined : asNumber(item?.at);
  const ids = { event: asString(event) as EventId | undefined, session: asString(session) as SessionId | undefined };
  return { ...omitUndefined(ids), at: at ?? times.least };
}
