import type { JsonObject } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';

/**
 * Whether a version of a shared memory waits to be handed on, was handed on, the memory was taken back, or this home stopped taking
 * part after it had shared it, so that others have it still.
 */
export type SharedState = 'waiting' | 'sent' | 'gone' | 'left';

/** A memory that this home shares: its latest version (milliseconds since 1970), and the hash of what that says, in hex. */
export interface SharedRow {
  item: ItemId;
  /** Identity of its project, and the kind under which a person chose it. */
  project: string;
  kind: string;
  version: number;
  hash: string;
  state: SharedState;
  /** By an earlier remote, too. */
  elsewhere?: true;
  /** The memory was not seen here since a restore or a salvage: that it is not there is no forgetting. */
  unseen?: true;
}

/** A record of this home that is no memory: what it says holds no words of one. `at` in milliseconds since 1970. */
export interface OwnRecord {
  id: string;
  kind: string;
  at: number;
  data: JsonObject;
}

/** A tombstone of this home. `heard`: it was handed on, and all that others said before that was taken in since. */
export interface SentTombstone extends OwnRecord {
  heard: boolean;
  reached: string[];
}

/** Another home that takes part, and when it was last heard of (milliseconds since 1970). */
export interface SyncHome {
  home: string;
  member: string;
  at: number;
}

/** A run: when, and what it did. */
export interface SyncRunRow {
  at: number;
  data: JsonObject;
}

/** What a home said to the others, and who they are: facts of the world, which outlive a restore and a salvage. */
export interface SaidToOthers {
  shared: SharedRow[];
  /** Records that are no memories, with whether each was handed on; `data` is JSON. */
  records: (Omit<OwnRecord, 'data'> & { data: string; sent: number })[];
  reached: { record: string; home: string }[];
  homes: SyncHome[];
  /** By name. */
  values: (readonly [string, string])[];
}

/**
 * What sync remembers: what this home shares, what was erased, who takes part. It answers no question about a session.
 * @example
 * const waiting = await store.sync.inState('waiting', { limit: 200 });
 */
export interface SyncState {
  /** Items that may have changed by events after one place in the log up to another: their own, their sessions', those named. */
  changedItems(after: number, until: number): Promise<ItemId[]>;
  shared(items: readonly ItemId[]): Promise<SharedRow[]>;
  putShared(rows: readonly SharedRow[]): Promise<void>;
  /** Rows in a state, by item. */
  inState(state: SharedState, page: { after?: ItemId; limit: number }): Promise<SharedRow[]>;
  /** Rows whose version was handed on and is still the same become `sent`. */
  markSent(rows: readonly Pick<SharedRow, 'item' | 'version'>[]): Promise<void>;
  /** Rows that are shared, and whose item is not there any more, but those that were not seen since a restore. */
  vanished(page: { after?: ItemId; limit: number }): Promise<SharedRow[]>;
  /** All that the home said to the others. */
  said(): Promise<SaidToOthers>;
  /** Learns what another database of the same memory knows of that; `isLater`: it is the later one. The later version counts. */
  learn(said: SaidToOthers, how: { isLater: boolean; at: number }): Promise<void>;
  /** The database was put back or salvaged: what others have of it counts as not seen here, and what is about that database alone goes. */
  countUnseen(): Promise<void>;
  /** What was not seen since then, and is here, is handed on again, as a later version (milliseconds since 1970). */
  seen(at: number): Promise<void>;
  /** Memories that others have, and that this memory has no more since then. */
  withOthersOnly(): Promise<Pick<SharedRow, 'item' | 'project'>[]>;
  /** How many memories are shared, by project, kind and state. */
  counts(): Promise<(Pick<SharedRow, 'project' | 'kind' | 'state'> & { count: number })[]>;
  /** Keeps memories from being shared, or no longer. */
  setPrivate(items: readonly ItemId[], isPrivate: boolean): Promise<void>;
  /** Those of some memories that are kept from being shared. */
  privateAmong(items: readonly ItemId[]): Promise<ReadonlySet<ItemId>>;
  /** All memories that are kept from being shared, by id. */
  privateItems(): Promise<ItemId[]>;
  /** Adds records to be handed on; a known id adds nothing. */
  addRecords(records: readonly OwnRecord[]): Promise<void>;
  /** Records that wait, oldest first. */
  waitingRecords(limit: number): Promise<OwnRecord[]>;
  /** Records were handed on; of those other than tombstones nothing is kept. */
  recordsSent(ids: readonly string[]): Promise<void>;
  /** Nothing counts as handed on any more: shared memories and tombstones wait again, which homes have confirmed stays. */
  sendAgain(): Promise<void>;
  /** All was taken in that others handed on: whoever had what an earlier tombstone erases is known now. */
  heardAll(): Promise<void>;
  /** The latest tombstones, latest first, or those of some ids, with the homes that carried each out. */
  tombstones(which: { limit: number; ids?: readonly string[] }): Promise<SentTombstone[]>;
  /** A home carried tombstones out. */
  addReached(records: readonly string[], home: string): Promise<void>;
  /** What of a home, or of `ANY_HOME`, is refused from now on, each up to a version. */
  addErased(home: string, erased: readonly { target: string; until: number }[]): Promise<void>;
  /** Up to which version memories of a home are refused. */
  erased(home: string, targets: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** All that is refused, by home, for another store. */
  refused(): Promise<{ home: string; target: string; until: number }[]>;
  /** Refuses no longer what of these homes, or of any, is refused in every version. Returns whether anything was. */
  allow(shared: readonly { home: string; target: string }[]): Promise<boolean>;
  /** A home was heard of. */
  sawHome(home: SyncHome): Promise<void>;
  homes(): Promise<SyncHome[]>;
  value(name: string): Promise<string | undefined>;
  setValue(name: string, value: string): Promise<void>;
  /** Adds a run; the last 200 are kept. */
  addRun(run: SyncRunRow): Promise<void>;
  /** The last runs, latest first. */
  runs(limit: number): Promise<SyncRunRow[]>;
  /** The home takes part no more: what it shared is `left`, of its runs nothing is kept; the rest stays as it is. */
  leave(): Promise<void>;
  /** It takes part by another remote than before: what is `left` is so `elsewhere`, and who takes part is not known yet. */
  beginElsewhere(): Promise<void>;
}
