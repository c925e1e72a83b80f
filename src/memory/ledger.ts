import type { SessionId } from '../core/ids.ts';
import type { Injection, Items } from '../store/contract.ts';

const SESSIONS_KEPT = 200;

/** What was injected into each live session, as hashes of shingles, in memory for the door. */
export interface Ledger {
  /** Reads what was injected into sessions, once each; to be called before the door sees their events. */
  load(sessions: readonly SessionId[]): Promise<void>;
  of(session: string): ReadonlySet<number> | undefined;
  add(injection: Injection): void;
}

/** A ledger over the store; it keeps the 200 sessions used last. */
export function createLedger(items: Items): Ledger {
  const known = new Map<string, Set<number>>();
  return {
    async load(sessions) {
      for (const session of sessions) {
        if (known.has(session)) continue;
        const { shingles } = await items.injected(session, 0);
        known.set(session, new Set(shingles));
        const [oldest] = known.keys();
        if (known.size > SESSIONS_KEPT && oldest !== undefined) known.delete(oldest);
      }
    },
    of(session) {
      const shingles = known.get(session);
      return shingles === undefined || shingles.size === 0 ? undefined : shingles;
    },
    add(injection) {
      const shingles = known.get(injection.session);
      for (const hash of injection.shingles) shingles?.add(hash);
    },
  };
}
