import { dropOldest } from '../core/drop-oldest.ts';
import type { SessionId } from '../core/model/ids.ts';
import { type InjectedWords, injectedWords, type Shingles } from '../privacy/own-words.ts';
import type { Injection, Items } from '../store/contract/items.ts';

const SESSIONS_KEPT = 200;
/** Tolerance in milliseconds for a transcript line dated before the text it quotes: some agents write whole seconds. */
const SLACK_MS = 1_000;
/** Milliseconds by which an injection may be recorded after a later one. */
const LATE_MS = 60_000;

/** The shingles injected into each live session, in memory for the door. */
export interface InjectionLedger {
  /** Reads the injections of sessions from the store, once each; call it before the door sees their events. */
  load(sessions: readonly SessionId[]): Promise<void>;
  /**
   * The shingles injected into a session up to a time (milliseconds since 1970): a text cannot repeat what is injected
   * later.
   */
  of(session: string, at: number): Shingles | undefined;
  /** The same, as the door asks for it. */
  words(session: string, at: number): InjectedWords | undefined;
  add(injection: Injection): void;
}

/**
 * Builds a ledger over the store; it keeps the 200 sessions used last. `isShared`: another ledger records what is injected, so
 * that what came since is read each time.
 */
export function createInjectionLedger(items: Pick<Items, 'injected'>, { isShared = false } = {}): InjectionLedger {
  const known = new Map<string, ReadInjections>();
  const ledger: InjectionLedger = {
    async load(sessions) {
      for (const session of sessions) {
        const before = known.get(session);
        if (before !== undefined && !isShared) continue;
        const { words } = await items.injected(session, before?.readUntil ?? 0);
        const since = before?.since ?? new Map<number, number>();
        for (const injection of words) note(since, injection);
        known.set(session, { since, readUntil: Math.max(0, ...words.map(({ at }) => at - LATE_MS)) });
        dropOldest(known, SESSIONS_KEPT);
      }
    },
    of(session, at) {
      const since = known.get(session)?.since;
      if (since === undefined || since.size === 0) return undefined;
      return { size: since.size, has: (hash) => (since.get(hash) ?? Number.POSITIVE_INFINITY) <= at + SLACK_MS };
    },
    words(session, at) {
      const shingles = ledger.of(session, at);
      return shingles && injectedWords(shingles);
    },
    add(injection) {
      const since = known.get(injection.session)?.since;
      if (since !== undefined) note(since, injection);
    },
  };
  return ledger;
}

/** The injections into a session, as far as they were read. */
interface ReadInjections {
  /** Time of the first injection of each shingle. */
  since: Map<number, number>;
  /** The time from which on its injections are read again. */
  readUntil: number;
}

function note(since: Map<number, number>, { at, shingles }: Pick<Injection, 'at' | 'shingles'>): void {
  for (const hash of shingles) since.set(hash, Math.min(at, since.get(hash) ?? at));
}
