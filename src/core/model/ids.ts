import { hashBase32 } from '../hash.ts';
import { memoizeLast } from '../memoize-last.ts';
import type { ItemKind } from './kinds.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** `e_` and 16 base32 characters: one thing an agent or a person did. */
export type EventId = Branded<'event'>;
/** A letter of `ITEM_PREFIX`, `_` and 16 base32 characters: one thing that can be found. */
export type ItemId = Branded<'item'>;
/** `s_` and 16 base32 characters: one session of one agent. */
export type SessionId = Branded<'session'>;
/** `r_` and 16 base32 characters: one project. */
export type ProjectId = Branded<'project'>;
/** `c_` and 16 base32 characters: memories that were put together under a name. */
export type CollectionId = Branded<'collection'>;

/** The prefix of each item kind's public ids. */
export const ITEM_PREFIX: Readonly<Record<ItemKind, string>> = {
  observation: 'o_',
  knowledge: 'o_',
  prompt: 'p_',
  message: 'm_',
  summary: 'y_',
  checkpoint: 'k_',
  topic: 'i_',
  snippet: 'n_',
  commit: 'g_',
  pattern: 't_',
};

/** A public id inside text: a known prefix letter, `_`, 16 base32 characters. Use with `matchAll`. */
export const ID_PATTERN = /\b[eopmykingtxcrs]_[a-z2-7]{16}\b/g;

/** True when the text is one public id. */
export function isPublicId(text: string): boolean {
  return /^[eopmykingtxcrs]_[a-z2-7]{16}$/.test(text);
}

/** Id of an event that its agent numbers: a hash of agent, the agent's session id, phase and the agent's own number. */
export function numberedEventId(key: { agent: string; session: string; phase: string; number: string }): EventId {
  return `e_${hashBase32([key.agent, key.session, key.phase, key.number])}` as EventId;
}

/** The identity of an event without a number. `others`: its fingerprints under other keys of which the memory has hashes. */
export interface FingerprintKey {
  fingerprint: string;
  origin: string;
  others?: readonly string[];
}

/** Id of an event without a number: its fingerprint (keyed, of the content before redaction) and ordinal among equals. */
export function fingerprintEventId(fingerprint: string, ordinal: number): EventId {
  return `e_${hashBase32([fingerprint, String(ordinal)])}` as EventId;
}

/** Id of a session: a hash of the agent's name and its own session id. Events come by session: the last one is kept. */
export const sessionId = memoizeLast(
  (agent: string, session: string): SessionId => `s_${hashBase32([agent, session])}` as SessionId,
);

/** Id of a project: a hash of its normalised remote or, without one, of the real path of its root. */
export function projectId(identity: string): ProjectId {
  return `r_${hashBase32(['project', identity])}` as ProjectId;
}

/** Id of a derived item: a hash of what it comes from (event or session id), the rule's name without version, and the part. */
export function itemId(kind: ItemKind, from: string, part: string): ItemId {
  return `${ITEM_PREFIX[kind]}${hashBase32([from, part])}` as ItemId;
}
