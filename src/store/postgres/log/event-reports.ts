import { hash53, sha256Hex } from '../../../core/hash.ts';
import type { CleanEvent } from '../../../core/model/event.ts';
import { type EventId, fingerprintEventId } from '../../../core/model/ids.ts';
import { DAY_MS } from '../../../core/text/calendar.ts';
import { withWholeTime } from '../../common/reported-event.ts';
import type { AppendBatch } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows, rowsOf } from '../engine/rows.ts';
import { sql } from '../engine/sql.ts';

/** An event and its id. */
export interface ReportedEvent {
  id: EventId;
  event: CleanEvent;
}

/** The transcript's class of sources, and that of all others. */
const TRANSCRIPT = 1;
const OTHERS = 0;

const COLUMNS = { fingerprint: 'text', class: 'integer', origin: 'bigint', ordinal: 'integer' } as const;

interface ReportRow {
  fingerprint: string;
  class: number;
  origin: number;
  ordinal: number;
}

/**
 * Finds the ids of events. Equal events without a number differ by their ordinal within their source class (the
 * transcript, or all other sources), in which `origin` identifies the occurrence: the n-th report of one class is the
 * n-th of the other.
 */
export async function identify(tx: Tx, events: readonly CleanEvent[]): Promise<ReportedEvent[]> {
  const known = await readReports(tx, events);
  const added: ReportRow[] = [];
  const idOf = (event: CleanEvent): EventId => {
    if ('id' in event.key) return event.key.id;
    const { fingerprint, origin } = event.key;
    const place = { fingerprint, class: event.source === 'transcript' ? TRANSCRIPT : OTHERS };
    const ordinals = known.get(keyOf(place)) ?? new Map<number, number>();
    known.set(keyOf(place), ordinals);
    const number = hash53(origin);
    const ordinal = ordinals.get(number) ?? ordinals.size;
    if (!ordinals.has(number)) added.push({ ...place, origin: number, ordinal });
    ordinals.set(number, ordinal);
    return fingerprintEventId(fingerprint, ordinal);
  };
  const reported = events.map((event) => ({ id: idOf(event), event: withWholeTime(event) }));
  await insertRows(
    tx,
    { table: 'reports', columns: COLUMNS },
    added.map((row) => ({ ...row })),
  );
  return reported;
}

function keyOf(place: Pick<ReportRow, 'fingerprint' | 'class'>): string {
  return `${place.class} ${place.fingerprint}`;
}

/** The ordinals of the reports with the fingerprints of events, by class and fingerprint, then by origin. */
async function readReports(tx: Tx, events: readonly CleanEvent[]): Promise<Map<string, Map<number, number>>> {
  const fingerprints = new Set(events.flatMap(({ key }) => ('id' in key ? [] : key.fingerprint)));
  const known = new Map<string, Map<number, number>>();
  if (fingerprints.size === 0) return known;
  const rows = await tx.all<ReportRow>(sql`SELECT fingerprint, class, origin, ordinal FROM reports
    WHERE tenant_id = ${tx.tenant} AND fingerprint = ANY(${[...fingerprints]}::text[])`);
  for (const row of rows) {
    const ordinals = known.get(keyOf(row)) ?? new Map<number, number>();
    ordinals.set(row.origin, row.ordinal);
    known.set(keyOf(row), ordinals);
  }
  return known;
}

/** How long delivery ids are kept, in milliseconds: no journal waits longer. */
const DELIVERY_MS = 30 * DAY_MS;

/**
 * Records the deliveries of batches; tells of each batch whether it is new, as one without a delivery is. Also expires the
 * four that follow each in the order of their hashes: while the table refills, each entry is checked about four times.
 */
export async function recordDeliveries(tx: Tx, batches: readonly Pick<AppendBatch, 'delivery'>[]): Promise<boolean[]> {
  const hashes = batches.map(({ delivery }) => (delivery === undefined ? undefined : hashOf(delivery.id)));
  const rows = new Map<string, number>();
  for (const [i, { delivery }] of batches.entries()) {
    const hash = hashes[i];
    if (delivery !== undefined && hash !== undefined && !rows.has(hash)) rows.set(hash, delivery.at);
  }
  if (rows.size === 0) return batches.map(() => true);
  const columns = { id: 'text', at: 'bigint' } as const;
  const asked = rowsOf(
    columns,
    Array.from(rows, ([id, at]) => ({ id, at })),
  );
  const added = await tx.all<{ id: string }>(sql`INSERT INTO deliveries (tenant_id, id, at)
    SELECT ${tx.tenant}, n.* FROM ${asked} AS n ON CONFLICT DO NOTHING RETURNING id`);
  await tx.run(sql`DELETE FROM deliveries AS d USING ${asked} AS n (id, at) WHERE d.tenant_id = ${tx.tenant}
    AND d.at < n.at - ${DELIVERY_MS} AND d.id IN (
      SELECT f.id FROM deliveries AS f WHERE f.tenant_id = ${tx.tenant} AND f.id > n.id ORDER BY f.id LIMIT 4)`);
  const isNew = new Set(added.map(({ id }) => id));
  // The first of two batches with the same delivery counts.
  return hashes.map((hash) => hash === undefined || isNew.delete(hash));
}

function hashOf(delivery: string): string {
  return sha256Hex(delivery).slice(0, 32);
}
