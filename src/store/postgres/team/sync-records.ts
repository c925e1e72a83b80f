import { CairnError } from '../../../core/errors.ts';
import { NOT_YOUR_HOME } from '../../../core/model/shared-memory.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { insertRows, keepStamp, rowsOf } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

/** A record as it is kept: its JSON, and what it is found by. `project`: '' for a record of none. */
export interface NewSyncRecord {
  id: string;
  kind: string;
  home: string;
  /** The memory and its version, where it is an event's. */
  target: string;
  version: number;
  project: string;
  at: number;
  json: string;
}

/** What a tombstone erases of its own home, or an earlier one of its memory: records about a memory up to a version. */
export interface ErasedTarget {
  /** The home whose tombstone it is, where that is a later one of the same memory. */
  by?: string;
  home: string;
  target: string;
  until: number;
}

/** Records to be kept of one person, and what they erase. */
export interface SyncPush {
  personId: string;
  at: number;
  records: readonly NewSyncRecord[];
  erased: readonly ErasedTarget[];
}

/** What became of records; one in neither list was not kept, since another of them failed. */
export interface PushedOutcome {
  acknowledged: string[];
  refused: { id: string; reason: string }[];
  /** How many are new. */
  added: number;
}

/** A record of the log. `json` is absent for one that was erased. */
export interface LoggedRecord {
  seq: number;
  kind: string;
  id: string;
  json: string | null;
}

const COLUMNS = {
  project_id: 'text',
  id: 'text',
  seq: 'bigint',
  kind: 'text',
  home: 'text',
  person_id: 'text',
  target: 'text',
  version: 'bigint',
  bytes: 'bigint',
  at: 'bigint',
  record: 'text',
} as const;

/** Channel on which servers hear that a tenant's log grew; what is sent is the tenant's id. */
export const SYNC_CHANNEL = 'cairn_sync';
/** Channel on which they hear that records were taken into its memory. */
export const TAKEN_CHANNEL = 'cairn_taken';

/**
 * Keeps records in one transaction; known ones stay as they are. Numbers are taken under a lock that lasts until it commits,
 * so a reader who saw a number sees no lower one later. Throws `over_budget` beyond the tenant's quota.
 */
export function pushRecords(engine: Engine, { personId, at, records, erased }: SyncPush): Promise<PushedOutcome> {
  return engine.write(async (tx) => {
    const firstSeq = await takeNumbers(tx, 'sync', records.length);
    const refused = new Map<string, string>();
    const foreign = await foreignHomes(tx, { personId, at, homes: [...new Set(records.map(({ home }) => home))] });
    for (const { id, home } of records) if (foreign.has(home)) refused.set(id, NOT_YOUR_HOME);
    const own = erased.filter(({ home, by = home }) => !foreign.has(by));
    const gone = await eraseTargets(tx, own);
    const until = await erasedUntil(tx, records);
    for (const { id, kind, home, target, version } of records) {
      const isErased = kind === 'event' && version <= (until.get(`${home} ${target}`) ?? -1);
      if (isErased) refused.set(id, 'erased before');
    }
    const known = new Set(await knownIds(tx, records));
    const fresh = records.filter(({ id }) => !known.has(id) && !refused.has(id));
    const rows = fresh.map(({ id, kind, home, target, version, project, at: madeAt, json }, i) => ({
      project_id: project,
      id,
      seq: firstSeq + i,
      kind,
      home,
      person_id: personId,
      target,
      version,
      bytes: Buffer.byteLength(json),
      at: madeAt,
      record: json,
    }));
    const added = await insertRows(
      tx,
      { table: 'sync_records', columns: COLUMNS, rest: raw('ON CONFLICT DO NOTHING') },
      rows,
    );
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    await countUsage(tx, { records: added, bytes: bytes - gone });
    if (added > 0) await tx.run(sql`SELECT pg_notify(${SYNC_CHANNEL}, ${tx.tenant})`);
    return {
      acknowledged: records.flatMap(({ id }) => (refused.has(id) ? [] : [id])),
      refused: [...refused].map(([id, reason]) => ({ id, reason })),
      added,
    };
  });
}

/** Records after a number, in order, at most `limit`, and of at most `maxBytes` together unless one alone is longer. */
export async function pullRecords(
  engine: Engine,
  { after, limit, maxBytes }: { after: number; limit: number; maxBytes: number },
): Promise<{ records: LoggedRecord[]; more: boolean }> {
  const rows = await engine.read((tx) =>
    tx.all<LoggedRecord>(sql`SELECT seq, kind, id, record AS json FROM (
        SELECT seq, kind, id, record, sum(bytes) OVER (ORDER BY seq) - bytes AS before FROM (
          SELECT seq, kind, id, record, bytes FROM sync_records
          WHERE tenant_id = ${tx.tenant} AND seq > ${after} AND record IS NOT NULL ORDER BY seq LIMIT ${limit + 1}
        ) AS next
      ) AS page WHERE before <= ${maxBytes} ORDER BY seq`),
  );
  const last = rows.at(-1)?.seq ?? after;
  const records = rows.slice(0, limit);
  if (rows.length > limit) return { records, more: true };
  return { records, more: rows.length > 0 && (await lastSeq(engine)) > last };
}

/** All kinds of changes after a number, for a server that derives: also records that were erased meanwhile. */
export function changesAfter(engine: Engine, after: number, limit: number): Promise<LoggedRecord[]> {
  return engine.read((tx) =>
    tx.all<LoggedRecord>(sql`SELECT seq, kind, id, record AS json FROM sync_records
      WHERE tenant_id = ${tx.tenant} AND seq > ${after} ORDER BY seq LIMIT ${limit}`),
  );
}

/** Number of the last record that is given out; 0 for none. */
export async function lastSeq(engine: Engine): Promise<number> {
  const row = await engine.read((tx) =>
    tx.get<{ seq: number }>(sql`SELECT seq FROM sync_records WHERE tenant_id = ${tx.tenant} AND record IS NOT NULL
      ORDER BY seq DESC LIMIT 1`),
  );
  return row?.seq ?? 0;
}

/** The greatest number that was ever given to a record; 0 for none. */
export async function greatestSeq(engine: Engine): Promise<number> {
  const row = await engine.read((tx) =>
    tx.get<{ n: number }>(sql`SELECT n FROM numbers WHERE tenant_id = ${tx.tenant} AND name = 'sync'`),
  );
  return row?.n ?? 0;
}

/** Whether records of a home about some memories are of another project than one. */
export async function hasTargetsElsewhere(
  engine: Engine,
  { home, targets, project }: { home: string; targets: readonly string[]; project: string },
): Promise<boolean> {
  const found = await engine.read((tx) =>
    tx.get(sql`SELECT 1 AS one FROM sync_records WHERE tenant_id = ${tx.tenant} AND home = ${home}
      AND target = ANY(${targets}::text[]) AND kind = 'event' AND project_id <> ${project} LIMIT 1`),
  );
  return found !== undefined;
}

/** Those of some homes that are a person's, or were nobody's, which are that person's from now on. */
export function claimHomes(
  engine: Engine,
  claim: { personId: string; at: number; homes: readonly string[] },
): Promise<string[]> {
  return engine.write(async (tx) => {
    const foreign = await foreignHomes(tx, claim);
    return claim.homes.filter((home) => !foreign.has(home));
  });
}

/** Claims homes for a person; returns those that are another's. */
async function foreignHomes(
  tx: Tx,
  { personId, at, homes }: { personId: string; at: number; homes: readonly string[] },
): Promise<Set<string>> {
  const columns = { home: 'text', person_id: 'text', first_at: 'bigint' } as const;
  const rows = homes.map((home) => ({ home, person_id: personId, first_at: at }));
  await insertRows(tx, { table: 'sync_homes', columns, rest: raw('ON CONFLICT DO NOTHING') }, rows);
  const foreign = await tx.all<{ home: string }>(sql`SELECT home FROM sync_homes
    WHERE tenant_id = ${tx.tenant} AND home = ANY(${homes}::text[]) AND person_id <> ${personId}`);
  return new Set(foreign.map(({ home }) => home));
}

/** Erases records and keeps what may not come again; returns the bytes that are gone. */
async function eraseTargets(tx: Tx, erased: readonly ErasedTarget[]): Promise<number> {
  if (erased.length === 0) return 0;
  const greatest = new Map<string, ErasedTarget>();
  for (const one of erased) {
    const key = `${one.home} ${one.target}`;
    if ((greatest.get(key)?.until ?? -1) < one.until) greatest.set(key, one);
  }
  const columns = { home: 'text', target: 'text', until: 'bigint' } as const;
  const rows = [...greatest.values()].map(({ home, target, until }) => ({ home, target, until }));
  const rest = raw(
    'ON CONFLICT (tenant_id, home, target) DO UPDATE SET until = greatest(sync_erased.until, excluded.until)',
  );
  await insertRows(tx, { table: 'sync_erased', columns, rest }, rows);
  const gone = await tx.all<{ bytes: number }>(sql`WITH erased AS (
      SELECT r.seq, r.bytes FROM sync_records AS r
      JOIN ${rowsOf(columns, rows)} AS e (home, target, until)
        ON r.home = e.home AND r.target = e.target AND r.version <= e.until
      WHERE r.tenant_id = ${tx.tenant} AND r.kind = 'event' AND r.record IS NOT NULL
    )
    UPDATE sync_records AS r SET record = NULL, bytes = 0 FROM erased
    WHERE r.tenant_id = ${tx.tenant} AND r.seq = erased.seq RETURNING erased.bytes`);
  return gone.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function erasedUntil(tx: Tx, records: readonly NewSyncRecord[]): Promise<Map<string, number>> {
  const columns = { home: 'text', target: 'text' } as const;
  const rows = records.flatMap(({ kind, home, target }) => (kind === 'event' ? [{ home, target }] : []));
  if (rows.length === 0) return new Map();
  const found = await tx.all<ErasedTarget>(sql`SELECT s.home, s.target, s.until FROM sync_erased AS s
    JOIN (SELECT DISTINCT home, target FROM ${rowsOf(columns, rows)} AS r (home, target)) AS asked
      ON s.home = asked.home AND s.target = asked.target
    WHERE s.tenant_id = ${tx.tenant}`);
  return new Map(found.map(({ home, target, until }) => [`${home} ${target}`, until]));
}

async function knownIds(tx: Tx, records: readonly NewSyncRecord[]): Promise<string[]> {
  const ids = records.map(({ id }) => id);
  const found = await tx.all<{ id: string }>(
    sql`SELECT id FROM sync_records WHERE tenant_id = ${tx.tenant} AND id = ANY(${ids}::text[])`,
  );
  return found.map(({ id }) => id);
}

async function countUsage(tx: Tx, added: { records: number; bytes: number }): Promise<void> {
  const used = await tx.get<{
    records: number;
    bytes: number;
  }>(sql`INSERT INTO sync_usage AS u (tenant_id, records, bytes)
    VALUES (${tx.tenant}, ${added.records}, ${added.bytes})
    ON CONFLICT (tenant_id) DO UPDATE SET records = u.records + excluded.records, bytes = u.bytes + excluded.bytes
    RETURNING records, bytes`);
  if (added.records === 0 || used === undefined) return;
  const over = await tx.get(sql`SELECT 1 AS one FROM tenants WHERE tenant_id = ${tx.tenant}
    AND (max_records < ${used.records} OR max_bytes < ${used.bytes})`);
  if (over === undefined) return;
  throw new CairnError('over_budget', "The team's quota on this server is used up.", {
    fix: 'Its owner can forget what is not needed, or an admin raises it: cairn server tenant quota',
  });
}

const TAKEN = 'sync taken';

/** Number of the last record that a server took into the team's memory; 0 for none. */
export async function readTaken(engine: Engine): Promise<number> {
  const row = await engine.read((tx) =>
    tx.get<{ stamp: string }>(sql`SELECT stamp FROM stamps WHERE tenant_id = ${tx.tenant} AND name = ${TAKEN}`),
  );
  return Number(row?.stamp ?? 0);
}

/** Keeps that number, and tells the other servers. */
export async function keepTaken(engine: Engine, seq: number): Promise<void> {
  await engine.write(async (tx) => {
    await keepStamp(tx, TAKEN, String(seq));
    await tx.run(sql`SELECT pg_notify(${TAKEN_CHANNEL}, ${tx.tenant})`);
  });
}
