import { sha256Hex } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { PatternKind } from '../../../core/model/kinds.ts';
import type { PatternKey } from '../../contract/distilled.ts';
import type { Tx } from '../engine/engine.ts';
import { rowsOf } from '../engine/rows.ts';
import { type Sql, sql } from '../engine/sql.ts';
import { listedPatterns, type PatternRow } from '../marks/distill-marks.ts';

/** The fields of a finding that have no column of their own. */
type FindingData = Pick<Finding, 'count' | 'evidence' | 'files' | 'author' | 'exposed' | 'label' | 'detail'>;

interface FindingRow {
  session_id: SessionId;
  project_id: ProjectId | '';
  kind: PatternKind;
  key: string;
  first_at: number;
  last_at: number;
  data: string;
}

/** What identifies a pattern in its tables. */
export function patternRow({
  project = '',
  kind,
  key,
}: Pick<PatternKey, 'kind' | 'key'> & { project?: string }): PatternRow {
  return { project_id: project, kind, hash: sha256Hex(key) };
}

/** The condition that a table's row is of a pattern. */
export function isOfPattern(table: Sql, pattern: PatternRow): Sql {
  return sql`(${table}.project_id, ${table}.kind, ${table}.hash) = (${pattern.project_id}, ${pattern.kind}, ${pattern.hash})`;
}

/** Reads findings `f` of patterns `p`, by what follows WHERE. */
export async function readFindings(tx: Tx, where: Sql): Promise<Finding[]> {
  const rows =
    await tx.all<FindingRow>(sql`SELECT f.session_id, f.project_id, f.kind, p.key, f.first_at, f.last_at, f.data
    FROM findings AS f JOIN patterns AS p ON p.tenant_id = ${tx.tenant}
      AND (p.project_id, p.kind, p.hash) = (f.project_id, f.kind, f.hash)
    WHERE f.tenant_id = ${tx.tenant} AND ${where}`);
  return rows.map(toFinding);
}

const SAYS_NOTHING: Pick<FindingData, 'count' | 'evidence' | 'files' | 'exposed' | 'detail'> = {
  count: 1,
  evidence: [],
  files: [],
  exposed: false,
  detail: {},
};

function toFinding({ session_id, project_id, kind, key, first_at, last_at, data }: FindingRow): Finding {
  return {
    session: session_id,
    ...(project_id === '' ? {} : { project: project_id }),
    kind,
    key,
    firstAt: first_at,
    lastAt: last_at,
    ...SAYS_NOTHING,
    ...(JSON.parse(data) as Pick<FindingData, 'author' | 'label'>),
  };
}

/** Packs a finding as JSON without its empty fields. */
function packFinding({ count, evidence, files, author, exposed, label, detail }: Finding): string {
  const data: Partial<FindingData> = { author, label };
  if (count !== 1) data.count = count;
  if (evidence.length > 0) data.evidence = evidence;
  if (files.length > 0) data.files = files;
  if (exposed) data.exposed = exposed;
  if (Object.keys(detail).length > 0) data.detail = detail;
  return JSON.stringify(data);
}

const PATTERN_COLUMNS = { project_id: 'text', kind: 'text', hash: 'text', key: 'text' } as const;
const COLUMNS = {
  project_id: 'text',
  kind: 'text',
  hash: 'text',
  first_at: 'bigint',
  last_at: 'bigint',
  data: 'text',
} as const;

/** Replaces a session's findings; returns the patterns that this changes. */
export async function replaceFindings(tx: Tx, session: SessionId, findings: readonly Finding[]): Promise<PatternRow[]> {
  const former = await tx.all<PatternRow & Pick<FindingRow, 'first_at' | 'last_at' | 'data'>>(sql`SELECT
      f.project_id, f.kind, f.hash, f.first_at, f.last_at, f.data FROM findings AS f
    WHERE f.tenant_id = ${tx.tenant} AND f.session_id = ${session}`);
  const known = new Map(former.map((row) => [keyOf(row), row]));
  const told = new Map(findings.map((finding) => [keyOf(patternRow(finding)), finding]));
  const gone = former.filter((row) => !told.has(keyOf(row)));
  const written = [...told].flatMap(([key, finding]) => {
    const { firstAt: first_at, lastAt: last_at } = finding;
    const row = { ...patternRow(finding), key: finding.key, first_at, last_at, data: packFinding(finding) };
    const before = known.get(key);
    const isKept = before?.data === row.data && before.first_at === first_at && before.last_at === last_at;
    return isKept ? [] : [row];
  });
  await writeFindings(tx, session, written);
  await dropFindings(tx, session, gone);
  return [...written, ...gone].map(({ project_id, kind, hash }) => ({ project_id, kind, hash }));
}

/** A text for a pattern that no other has. */
export function keyOf({ project_id, kind, hash }: PatternRow): string {
  return `${project_id} ${kind} ${hash}`;
}

type WrittenFinding = PatternRow & Pick<FindingRow, 'key' | 'first_at' | 'last_at' | 'data'>;

async function writeFindings(tx: Tx, session: SessionId, rows: readonly WrittenFinding[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`INSERT INTO patterns (tenant_id, project_id, kind, hash, key)
    SELECT ${tx.tenant}, n.* FROM ${rowsOf(PATTERN_COLUMNS, rows)} AS n ON CONFLICT DO NOTHING`);
  await tx.run(sql`INSERT INTO findings (tenant_id, session_id, project_id, kind, hash, first_at, last_at, data)
    SELECT ${tx.tenant}, ${session}, n.* FROM ${rowsOf(COLUMNS, rows)} AS n
    ON CONFLICT (tenant_id, project_id, kind, hash, session_id)
      DO UPDATE SET first_at = excluded.first_at, last_at = excluded.last_at, data = excluded.data`);
}

async function dropFindings(tx: Tx, session: SessionId, patterns: readonly PatternRow[]): Promise<void> {
  if (patterns.length === 0) return;
  await tx.run(sql`DELETE FROM findings AS f USING ${listedPatterns(patterns)}
    WHERE f.tenant_id = ${tx.tenant} AND f.session_id = ${session}
      AND (f.project_id, f.kind, f.hash) = (n.project_id, n.kind, n.hash)`);
}
