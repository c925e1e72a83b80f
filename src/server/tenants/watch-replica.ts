import type { CairnError } from '../../core/errors.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import type { PgPool } from '../../platform/postgres/postgres.ts';
import type { ReadReplica } from '../../store/postgres/engine/engine.ts';
import { checkReplica, readReplayed, readWritten } from '../../store/postgres/team/replica-lag.ts';

/** How a replica stands: `used`, `lagging` behind further than it may, or `down`. */
export type ReplicaState = 'used' | 'lagging' | 'down';

/** A replica that is looked at all the time. */
export interface WatchedReplica extends ReadReplica {
  state(): ReplicaState;
  /** Milliseconds by which it is behind, as far as is known; infinite while it is down. */
  lagMs(): number;
  close(): Promise<void>;
}

/** Milliseconds between two looks, and how long an answer counts. */
const LOOK_MS = 500;
const SURE_MS = 3 * LOOK_MS;
/** Places in the primary's log that a replica has not reached, at most: the first says how far it is behind. */
const PLACES_MAX = 1_000;

/**
 * Looks every half second how far a replica is behind: notes where the primary's log ends, and when the replica has replayed
 * that. So no clocks are compared, and a primary at which nothing happens makes no replica late.
 */
export function watchReplica({
  primary,
  pool,
  mostMs,
}: {
  primary: PgPool;
  pool: PgPool;
  mostMs: number;
}): WatchedReplica {
  let places: { at: number; place: number }[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isChecked = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const lagMs = (): number => {
    if (now() - answeredAt > SURE_MS) return Number.POSITIVE_INFINITY;
    const [first] = places;
    return first === undefined ? 0 : now() - first.at;
  };
  const failed = (error: unknown): void => {
    answeredAt = Number.NEGATIVE_INFINITY;
    isChecked = false;
    ignore(error, 'the database for reading could not be used');
  };
  const look = async (): Promise<void> => {
    try {
      const place = await readWritten(primary);
      const at = now();
      if (place > (places.at(-1)?.place ?? -1) && places.length < PLACES_MAX) places.push({ at, place });
      if (!isChecked) await checkReplica(pool);
      isChecked = true;
      const replayed = await readReplayed(pool);
      places = places.filter((one) => one.place > replayed);
      answeredAt = at;
    } catch (error) {
      failed(error);
    }
    if (!isClosed) timer = setTimeout(again, LOOK_MS).unref();
  };
  let looking = Promise.resolve();
  const again = (): void => {
    looking = look();
  };
  again();
  const state = (): ReplicaState => {
    const lag = lagMs();
    return lag === Number.POSITIVE_INFINITY ? 'down' : lag > mostMs ? 'lagging' : 'used';
  };
  return {
    pool,
    isUsable: () => state() === 'used',
    failed: (error: CairnError) => failed(error),
    state,
    lagMs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await pool.close();
    },
  };
}
