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

/** Counts the reports of a fingerprint in a source class. */
const COUNT_REPORTS = 'SELECT count(*) FROM tellings WHERE fingerprint = ? AND class = ?';

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
export function idOf(deps: ReportDeps, event: CleanEvent): EventId {
  if ('id' in event.key) return event.key.id;
  const { db } = deps.engine;
  const origin = hash53(event.key.origin);
  const sourceClass = event.source === 'transcript' ? TRANSCRIPT : OTHERS;
  const fingerprint = knownFingerprint(deps, event.key, sourceClass);
  const place = [toBytes(fingerprint), sourceClass] as const;
  const known = db.get<{ ordinal: number }>(FIND_EVENT_REPORT, ...place, origin);
  if (known !== undefined) return fingerprintEventId(fingerprint, known.ordinal);
  const ordinal = readNumber(db, COUNT_REPORTS, ...place);
  const sql = 'INSERT INTO tellings (fingerprint, class, origin, ordinal) VALUES (?, ?, ?, ?)';
  db.run(sql, ...place, origin, ordinal);
  return fingerprintEventId(fingerprint, ordinal);
}

/**
 * The fingerprint, of those under all keys, by which the memory knows this very report; else one under which the next occurrence of this
 * class has been reported by the other class, or erased; else that of the home. A hook that finds no worker knows that one alone: words
 * that are said again are counted under it, not with those of before.
 */
function knownFingerprint(
  { engine: { db }, tombstones }: ReportDeps,
  { fingerprint, origin, others = [] }: FingerprintKey,
  sourceClass: number,
): string {
  if (others.length === 0) return fingerprint;
  const count = (one: string, ofClass: number): number => readNumber(db, COUNT_REPORTS, toBytes(one), ofClass);
  const isTold = (one: string): boolean =>
    db.get(FIND_EVENT_REPORT, toBytes(one), sourceClass, hash53(origin)) !== undefined;
  const isAwaited = (one: string): boolean => {
    const next = count(one, sourceClass);
    const isToldElsewhere = next < count(one, sourceClass === TRANSCRIPT ? OTHERS : TRANSCRIPT);
    return isToldElsewhere || tombstones.erasedAt(fingerprintEventId(one, next)) !== undefined;
  };
  return [fingerprint, ...others].find(isTold) ?? others.find(isAwaited) ?? fingerprint;
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
