// sync: what members of a team hand each other: records in a fixed form, what a home shares and takes in, and the remotes that
// carry it. Nothing here decides what a memory means; what is shared was chosen by a person.

import { hashBase32 } from '../core/hash.ts';
import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  isTexts,
  type JsonObject,
  type JsonValue,
  textsIn,
} from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { RawEvent } from '../core/model/event.ts';
import { type EventId, isPublicId, type ProjectId, projectId } from '../core/model/ids.ts';
import { AUTHORS, ITEM_KINDS } from '../core/model/kinds.ts';
import type { SharedItem, SharedMemory } from '../core/model/shared-memory.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { memberName } from '../core/text/member-name.ts';
import { redact } from '../privacy/redact.ts';

/** The version of the format; a reader counts records of a later one and leaves them. */
export const SYNC_VERSION = 1;

/**
 * Upper bounds: records and bytes of one request, bytes of one answer and of one memory, levels of nesting in one, characters of
 * names, entries of lists, earlier homes.
 */
export const SYNC_LIMITS = {
  records: 500,
  requestBytes: 4 * 1024 * 1024,
  answerBytes: 8 * 1024 * 1024,
  itemBytes: 64 * 1024,
  depth: 100,
  identityChars: 1_000,
  entries: 200,
  formerly: 20,
} as const;

interface AnyRecord {
  version: typeof SYNC_VERSION;
  /** The same id is the same record, however often it comes. */
  id: string;
  /** `h_` and 16 base32 characters: the home that made it. */
  home: string;
  /** The person's name, as it is shown. */
  member: string;
  /** Milliseconds since 1970, by the clock of that home. */
  at: number;
}

/** A memory of one home, for the others. */
export interface EventRecord extends AnyRecord {
  kind: 'event';
  /** Identity: the normalised git remote. */
  project: { identity: string };
  memory: Pick<SharedMemory, 'target' | 'version' | 'item' | 'from'>;
}

/** Memories of its home that are to be erased everywhere, each up to a version. */
export interface TombstoneRecord extends AnyRecord {
  kind: 'tombstone';
  erases: { target: string; until: number }[];
  /** Earlier homes of the same memory, as of a machine whose backup it began from: theirs are erased, too. */
  formerly?: string[];
  reason: 'forgotten' | 'unshared';
}

/** Tombstones that its home carried out. */
export interface AckRecord extends AnyRecord {
  kind: 'ack';
  of: string[];
}

/** Its home takes part. */
export interface HelloRecord extends AnyRecord {
  kind: 'hello';
}

/** What members hand each other. */
export type SyncRecord = EventRecord | TombstoneRecord | AckRecord | HelloRecord;

/** What a server answers to a push. An id in neither list is sent again later. */
export interface PushAnswer {
  acknowledged: string[];
  refused: { id: string; reason: string }[];
}

/** A page of records; `next` is where the next one begins. */
export interface PullAnswer {
  records: SyncRecord[];
  next: string;
  more: boolean;
}

const HOME_ID = /^h_[a-z2-7]{16}$/;

/** Whether a text is the id of a home. */
export function isHomeId(text: string): boolean {
  return HOME_ID.test(text);
}
const RECORD_ID = { tombstone: /^d_[a-z2-7]{16}$/, hello: /^h_[a-z2-7]{16}$/ };
/** The name under which a home's log holds what others shared. */
export const SYNC_AGENT = 'sync';

/** A new id of a home, from random bytes in hexadecimal digits. */
export function homeIdOf(random: string): string {
  return `h_${hashBase32(['home', random])}`;
}

/** Whose memories a tombstone erases: those of its home, and of the earlier homes of the same memory. */
export function homesOf({ home, formerly = [] }: Pick<TombstoneRecord, 'home' | 'formerly'>): ReadonlySet<string> {
  return new Set([home, ...formerly]);
}

/** The id of the event that carries a version of a memory of a home. */
export function sharedEventId({ home, target, version }: { home: string; target: string; version: number }): EventId {
  return `e_${hashBase32(['shared', home, target, String(version)])}` as EventId;
}

/** The id of a tombstone: a hash of its home and what it says, so that no other home can take it. */
export function tombstoneId({ home, at, erases }: Pick<TombstoneRecord, 'home' | 'at' | 'erases'>): string {
  const said = erases.flatMap(({ target, until }) => [target, String(until)]);
  return `d_${hashBase32(['tombstone', home, String(at), ...said])}`;
}

/** The id of an acknowledgement, likewise. */
export function ackId({ home, of }: Pick<AckRecord, 'home' | 'of'>): string {
  return `a_${hashBase32(['ack', home, ...of])}`;
}

/** The id of a greeting, likewise; a server, which puts the person's name in, checks it before. */
export function helloId({ home, member, at }: Pick<HelloRecord, 'home' | 'member' | 'at'>): string {
  return `h_${hashBase32(['hello', home, member, String(at)])}`;
}

/** The session, in a home's log, of a memory that another home shared. */
export function sharedSession(home: string, target: string): string {
  return `${home}/${target}`;
}

/** The project of a record. */
export function projectOf({ project }: EventRecord): { id: ProjectId; identity: string } {
  return { id: projectId(project.identity), identity: project.identity };
}

/** The event as which a home's log takes a record in, with the catching up that it came in. Whatever it says, it is no person's act on this machine. */
export function toSharedEvent({ id, home, member, at, memory }: EventRecord, catchUp?: number): RawEvent {
  return {
    agent: SYNC_AGENT,
    agentSession: sharedSession(home, memory.target),
    at,
    identity: { number: id },
    source: 'sync',
    body: { kind: 'shared', home, member, person: false, ...memory, ...omitUndefined({ catchUp }) },
  };
}

/** Parses a record from an untrusted file or server; a string is the reason why it is none. */
export function parseRecord(value: JsonValue): SyncRecord | string {
  if (!isJsonObject(value)) return 'records that are no objects';
  const { version, id, kind, home, member, at } = value;
  if (typeof version !== 'number' || version > SYNC_VERSION) return 'records of a newer version';
  const name = memberName(asString(member) ?? '');
  if (typeof home !== 'string' || !isHomeId(home) || name === '' || typeof id !== 'string' || !isTime(at))
    return 'records without a home, a member or a time';
  const base = { version: SYNC_VERSION, id, home, member: name, at: at as number } as const;
  switch (kind) {
    case 'event':
      return toEventRecord(base, value);
    case 'tombstone':
      return toTombstone(base, value);
    case 'ack':
      return toAck(base, value);
    case 'hello':
      return RECORD_ID.hello.test(id) ? { ...base, kind } : 'greetings without an id';
    default:
      return 'records of an unknown kind';
  }
}

function toEventRecord(base: AnyRecord, value: JsonObject): EventRecord | string {
  const { target, version, from } = asObject(value.memory);
  const { identity } = asObject(value.project);
  const isPlaced = typeof identity === 'string' && identity !== '' && identity.length <= SYNC_LIMITS.identityChars;
  if (!isPlaced || typeof target !== 'string' || !isPublicId(target) || !isTime(version)) {
    return 'memories without a project, a target or a version';
  }
  // Its id is a hash of it: what is redacted would be another project.
  if (redact(identity).text !== identity) return 'projects whose name holds a secret';
  if (base.id !== sharedEventId({ home: base.home, target, version: version as number }))
    return 'memories of another id';
  const item = toSharedItem(asObject(asObject(value.memory).item));
  if (typeof item === 'string') return item;
  const { event, session } = asObject(from);
  const source = omitUndefined({ event: publicId(event), session: publicId(session) });
  return {
    ...base,
    kind: 'event',
    project: { identity },
    memory: { target, version: version as number, item, from: source },
  };
}

function toSharedItem(item: JsonObject): SharedItem | string {
  const { title, text, at, exposed, rule } = item;
  const kind = ITEM_KINDS.find((known) => known === item.kind);
  const author = AUTHORS.find((known) => known === item.author);
  if (kind === undefined || author === undefined) return 'memories of an unknown kind';
  const isWhole = typeof title === 'string' && typeof text === 'string' && isTime(at) && isJsonObject(item.detail);
  if (!isWhole || isDeeper(item, SYNC_LIMITS.depth)) return 'memories without words, or nested too deeply';
  if (JSON.stringify(item).length > SYNC_LIMITS.itemBytes) return 'memories without words, or too long';
  const words = { title, text: text.slice(0, LIMITS.indexedChars), at: at as number };
  return {
    kind,
    author,
    exposed: exposed !== false,
    rule: asString(rule)?.slice(0, 80) ?? '',
    ...words,
    detail: asObject(item.detail),
  };
}

function toTombstone(base: AnyRecord, { erases, reason, formerly }: JsonObject): TombstoneRecord | string {
  if (!Array.isArray(erases) || erases.length === 0 || erases.length > SYNC_LIMITS.entries)
    return 'tombstones of nothing';
  const entries = erases.map(asObject).flatMap(({ target, until }) => {
    const isSound = typeof target === 'string' && isPublicId(target) && isTime(until);
    return isSound ? [{ target, until: until as number }] : [];
  });
  if (entries.length < erases.length) return 'tombstones of nothing';
  if (base.id !== tombstoneId({ ...base, erases: entries })) return 'tombstones of another id';
  const said = { erases: entries, reason: reason === 'unshared' ? reason : 'forgotten' } as const;
  const earlier = textsIn(formerly).filter((home) => isHomeId(home) && home !== base.home);
  const named = earlier.slice(0, SYNC_LIMITS.formerly);
  return { ...base, kind: 'tombstone', ...said, ...(named.length > 0 && { formerly: named }) };
}

function toAck(base: AnyRecord, { of }: JsonObject): AckRecord | string {
  const isSound = isTexts(of) && of.length > 0 && of.length <= SYNC_LIMITS.entries;
  if (!isSound || !of.every((id) => RECORD_ID.tombstone.test(id))) return 'acknowledgements of nothing';
  return base.id === ackId({ ...base, of }) ? { ...base, kind: 'ack', of } : 'acknowledgements of another id';
}

/** True for whole milliseconds: no table takes others. */
function isTime(value: JsonValue | undefined): boolean {
  const at = asNumber(value) ?? Number.NaN;
  return Number.isInteger(at) && at >= LIMITS.times.least && at <= LIMITS.times.most;
}

/** True for a value in which lists and objects are nested deeper: writing it as JSON could exhaust the stack. */
function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function publicId(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && isPublicId(value) ? value : undefined;
}
