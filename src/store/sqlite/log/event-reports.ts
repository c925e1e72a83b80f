import { hash53, sha256 } from '../../../core/hash.ts';
import type { CleanEvent } from '../../../core/model/event.ts';
import { type EventId, type FingerprintKey, fingerprintEventId } from '../../../core/model/ids.ts';
import { DAY_MS } from '../../../core/text/calendar.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { Engine } from '../engine/engine.ts';
import { readNumber } from '../engine/rows.ts';
import type { Tombstones } from './tombstones.ts';

const TRANSCRIPT = 1;
const OTHERS = 0;

/** Finds a report by fingerprint, source class and origin. */
const FIND_EVENT_REPORT = 'SELECT ordinal FROM tellings WHERE fingerprint = ? AND class = ? AND origin = ?';

/** Finds whether anything was reported under a fingerprint. */
const HAS_REPORT = 'SELECT 1 FROM tellings WHERE fingerprint = ? LIMIT 1';

/** What ids go by: what was reported before, and what of it was erased. */
interface ReportDeps {
  engine: Pick<Engine, 'db'>;
  tombstones: Pick<Tombstones, 'erasedAt'>;
}

/**
 * The id of an event. Equal events without a number differ by their ordinal within their source class (the transcript,
 * or all other sources), in which `origin` identifies the occurrence: the n-th report of one class is the n-th of the
 * other.
 */
export function idOf({ engine: { db }, tombstones }: ReportDeps, event: CleanEvent): EventId {
  if ('id' in event.key) return event.key.id;
  const { origin } = event.key;
  const fingerprint = knownFingerprint(db, event.key, (id) => tombstones.erasedAt(id) !== undefined);
  const place = [toBytes(fingerprint), event.source === 'transcript' ? TRANSCRIPT : OTHERS] as const;
  const known = db.get<{ ordinal: number }>(FIND_EVENT_REPORT, ...place, hash53(origin));
  if (known !== undefined) return fingerprintEventId(fingerprint, known.ordinal);
  const ordinal = readNumber(db, 'SELECT count(*) FROM tellings WHERE fingerprint = ? AND class = ?', ...place);
  const sql = 'INSERT INTO tellings (fingerprint, class, origin, ordinal) VALUES (?, ?, ?, ?)';
  db.run(sql, ...place, hash53(origin), ordinal);
  return fingerprintEventId(fingerprint, ordinal);
}

/** The fingerprint, of those under all keys, by which the memory knows an event, or that it was erased; else that of the home. */
function knownFingerprint(
  db: Database,
  { fingerprint, others = [] }: FingerprintKey,
  isErased: (id: EventId) => boolean,
): string {
  if (others.length === 0) return fingerprint;
  const isKnown = (one: string): boolean => db.get(HAS_REPORT, toBytes(one)) !== undefined;
  const all = [fingerprint, ...others];
  return all.find(isKnown) ?? all.find((one) => isErased(fingerprintEventId(one, 0))) ?? fingerprint;
}

/** How long delivery ids are kept, in milliseconds: no journal waits longer. */
const DELIVERY_MS = 30 * DAY_MS;

/** Removes the expired ones of the four deliveries that follow one in hash order. */
const PRUNE_DELIVERIES = `DELETE FROM deliveries WHERE id IN (
  SELECT id FROM deliveries WHERE id > ? ORDER BY id LIMIT 4) AND at < ?`;

/**
 * Records a delivery; returns false when it was known. Also expires its neighbours in hash order, which are on the same
 * database page: while the table refills, each entry is checked about four times.
 */
export function isNewDelivery(db: Database, delivery: { id: string; at: number }): boolean {
  const id = sha256(delivery.id).subarray(0, 16);
  const sql = 'INSERT INTO deliveries (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING';
  if (db.run(sql, id, delivery.at).changes === 0) return false;
  db.run(PRUNE_DELIVERIES, id, delivery.at - DELIVERY_MS);
  return true;
}

/** 16 bytes: the fingerprint itself when it is 32 hexadecimal digits, else its hash. */
function toBytes(fingerprint: string): Uint8Array {
  return /^[0-9a-f]{32}$/.test(fingerprint) ? Buffer.from(fingerprint, 'hex') : sha256(fingerprint).subarray(0, 16);
}
