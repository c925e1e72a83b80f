import { hash53 } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type { PatternKey } from '../../contract/distilled.ts';
import { PATTERN_CODES } from '../engine/codes.ts';
import type { Engine } from '../engine/engine.ts';

/** The fields of a finding that have no column of their own. */
type FindingData = Pick<Finding, 'count' | 'evidence' | 'files' | 'author' | 'exposed' | 'label' | 'detail'>;

type FindingRow = Nullable<Omit<Finding, keyof FindingData | 'kind'>> & { kind: number; data: string };

interface KeyRow {
  seq: number;
  item: Uint8Array | null;
}

/** The start of every statement that reads findings. */
export const SELECT_FINDINGS = `SELECT s.id AS session, p.id AS project, k.kind, k.key, f.first_at AS firstAt,
  f.last_at AS lastAt, f.data FROM findings AS f
  JOIN pattern_keys AS k ON k.seq = f.pattern
  JOIN sessions AS s ON s.seq = f.session
  LEFT JOIN projects AS p ON p.seq = k.project`;

/** Finds a pattern by project, kind, hash of its key, and key. */
const FIND_PATTERN = 'SELECT seq, item FROM pattern_keys WHERE project = ? AND kind = ? AND hash = ? AND key = ?';

/** The columns that identify a pattern: project, kind, hash of its key, and key; `undefined` in an unknown project. */
export function patternValues({ interned }: Engine, { kind, project, key }: PatternKey): SqlValue[] | undefined {
  const projectSeq = project === undefined ? 0 : interned.project(project);
  return projectSeq === undefined ? undefined : [projectSeq, PATTERN_CODES.toCode(kind), hash53(key), key];
}

/** The row number of a pattern and the id of its item; `undefined` when it never had a finding. */
export function findPatternKey(engine: Engine, pattern: PatternKey): KeyRow | undefined {
  const values = patternValues(engine, pattern);
  return values === undefined ? undefined : engine.db.get<KeyRow>(FIND_PATTERN, ...values);
}

/** The row number of a pattern; inserts it when it is new. */
function addPatternKey(engine: Engine, pattern: PatternKey): number {
  if (pattern.project !== undefined) engine.interned.addProject(pattern.project);
  const values = patternValues(engine, pattern) ?? [];
  const known = engine.db.get<KeyRow>(FIND_PATTERN, ...values)?.seq;
  const sql = 'INSERT INTO pattern_keys (project, kind, hash, key) VALUES (?, ?, ?, ?)';
  return known ?? engine.db.run(sql, ...values).rowid;
}

/** Replaces a session's findings; returns the row numbers of the patterns that this changes. */
export function replaceFindings(engine: Engine, session: number, findings: readonly Finding[]): Set<number> {
  const { db } = engine;
  const rows = db.all<Pick<FindingRow, 'firstAt' | 'lastAt' | 'data'> & { pattern: number }>(
    'SELECT pattern, first_at AS firstAt, last_at AS lastAt, data FROM findings WHERE session = ?',
    session,
  );
  const former = new Map(rows.map((row) => [row.pattern, row]));
  const changed = new Set<number>();
  for (const finding of findings) {
    const pattern = addPatternKey(engine, finding);
    const before = former.get(pattern);
    former.delete(pattern);
    const data = packFinding(finding);
    if (before?.data === data && before.firstAt === finding.firstAt && before.lastAt === finding.lastAt) continue;
    db.run(
      `INSERT INTO findings (session, pattern, first_at, last_at, data) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO UPDATE SET first_at = ?3, last_at = ?4, data = ?5`,
      session,
      pattern,
      finding.firstAt,
      finding.lastAt,
      data,
    );
    changed.add(pattern);
  }
  for (const pattern of former.keys()) {
    db.run('DELETE FROM findings WHERE session = ? AND pattern = ?', session, pattern);
    changed.add(pattern);
  }
  return changed;
}

const SAYS_NOTHING: Pick<FindingData, 'count' | 'evidence' | 'files' | 'exposed' | 'detail'> = {
  count: 1,
  evidence: [],
  files: [],
  exposed: false,
  detail: {},
};

/** Reads findings by a statement that begins with `SELECT_FINDINGS`. */
export function readFindings(db: Database, sql: string, ...values: SqlValue[]): Finding[] {
  return db.all<FindingRow>(sql, ...values).map(({ data, ...row }) => ({
    ...withoutNulls<Omit<Finding, keyof FindingData>>({ ...row, kind: PATTERN_CODES.toWord(row.kind) }),
    ...SAYS_NOTHING,
    ...(JSON.parse(data) as Pick<FindingData, 'author' | 'label'>),
  }));
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
