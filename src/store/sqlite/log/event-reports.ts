import { hash53, sha256 } from '../../../core/hash.ts';
import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import { fingerprintEventId } from '../../../core/model/ids.ts';
import { DAY_MS } from '../../../core/text/calendar.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';

const TRANSCRIPT = 1;
const OTHERS = 0;

/** Finds a telling by what it came from. Exported so that a test can ask for its plan. */
export const FIND_EVENT_REPORT = 'SELECT ordinal FROM tellings WHERE fingerprint = ? AND class = ? AND origin = ?';

/**
 * The id of an event. One without a number is told apart from equal ones by its order within its class of sources (the
 * transcript, and everything else), in which the origin names the occurrence: the n-th of the one is the n-th of the other.
 */
export function idOf(db: Database, event: CleanEvent): EventId {
  if ('id' in event.key) return event.key.id;
  const { fingerprint, origin } = event.key;
  const place = [toBytes(fingerprint), event.source === 'transcript' ? TRANSCRIPT : OTHERS] as const;
  const known = db.get<{ ordinal: number }>(FIND_EVENT_REPORT, ...place, hash53(origin));
  if (known !== undefined) return fingerprintEventId(fingerprint, known.ordinal);
  const ordinal =
    db.get<{ n: number }>('SELECT count(*) AS n FROM tellings WHERE fingerprint = ? AND class = ?', ...place)?.n ?? 0;
  db.run(
    'INSERT INTO tellings (fingerprint, class, origin, ordinal) VALUES (?, ?, ?, ?)',
    ...place,
    hash53(origin),
    ordinal,
  );
  return fingerprintEventId(fingerprint, ordinal);
}

/** How long a delivery is known, in milliseconds: no journal waits for so long. */
const DELIVERY_MS = 30 * DAY_MS;

/** Removes deliveries that are too old, of a few that stand right after one. Exported so that a test can ask for its plan. */
export const PRUNE_DELIVERIES = `DELETE FROM deliveries WHERE id IN (
  SELECT id FROM deliveries WHERE id > ? ORDER BY id LIMIT 4) AND at < ?`;

/**
 * True when a delivery was not taken in before; from now on it was. Its neighbours in the order of their hashes, on the
 * same page of the file, are looked at by the way: each of all about four times while the table fills anew.
 */
export function isNewDelivery(db: Database, delivery: { id: string; at: number }): boolean {
  const id = sha256(delivery.id).subarray(0, 16);
  const sql = 'INSERT INTO deliveries (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING';
  if (db.run(sql, id, delivery.at).changes === 0) return false;
  db.run(PRUNE_DELIVERIES, id, delivery.at - DELIVERY_MS);
  return true;
}

/** 16 bytes: the fingerprint's own when it is 32 hexadecimal digits, else of its hash. */
function toBytes(fingerprint: string): Uint8Array {
  return /^[0-9a-f]{32}$/.test(fingerprint) ? Buffer.from(fingerprint, 'hex') : sha256(fingerprint).subarray(0, 16);
}
