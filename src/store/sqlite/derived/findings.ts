import { hash53 } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { PatternKey } from '../../contract/distilled.ts';
import { PATTERN_CODES } from '../engine/codes.ts';
import type { Interned } from '../engine/interned.ts';

/** The fields of a finding that have no column of their own. */
type FindingData = Pick<Finding, 'count' | 'evidence' | 'files' | 'author' | 'exposed' | 'label' | 'detail'>;

interface StoredFindingRow {
  session_id: SessionId;
  project_id: ProjectId | null;
  kind: number;
  key: string;
  first_at: number;
  last_at: number;
  data: string;
}

interface KeyRow {
  seq: number;
  item: Uint8Array | null;
}

/** The start of every statement that reads findings. */
export const SELECT_FINDINGS = `SELECT s.id AS session_id, p.id AS project_id, k.kind, k.key, f.first_at, f.last_at, f.data
  FROM findings AS f
  JOIN pattern_keys AS k ON k.seq = f.pattern
  JOIN sessions AS s ON s.seq = f.session
  LEFT JOIN projects AS p ON p.seq = k.project`;

/** Finds a pattern by project, kind, hash of its key, and key.. */
const FIND_PATTERN = 'SELECT seq, item FROM pattern_keys WHERE project = ? AND kind = ? AND hash = ? AND key = ?';

/** The row number of a pattern and the id of its item; `undefined` when it never had a finding. */
export function findPatternKey(
  { db, interned }: { db: Database; interned: Interned },
  { kind, project, key }: PatternKey,
): KeyRow | undefined {
  const owner = project === undefined ? 0 : interned.project(project);
  if (owner === undefined) return undefined;
  return db.get<KeyRow>(FIND_PATTERN, owner, PATTERN_CODES.toCode(kind), hash53(key), key);
}

/** The row number of a pattern; inserts it when it is new. */
function addPatternKey(parts: { db: Database; interned: Interned }, pattern: PatternKey): number {
  const known = findPatternKey(parts, pattern)?.seq;
  if (known !== undefined) return known;
  const owner = pattern.project === undefined ? 0 : parts.interned.addProject(pattern.project);
  const sql = 'INSERT INTO pattern_keys (project, kind, hash, key) VALUES (?, ?, ?, ?)';
  return parts.db.run(sql, owner, PATTERN_CODES.toCode(pattern.kind), hash53(pattern.key), pattern.key).rowid;
}

/** Replaces a session's findings; returns the row numbers of the patterns that this changes. */
export function replaceFindings(
  parts: { db: Database; interned: Interned },
  session: number,
  findings: readonly Finding[],
): Set<number> {
  const { db } = parts;
  const former = new Map(
    db
      .all<{ pattern: number; first_at: number; last_at: number; data: string }>(
        'SELECT pattern, first_at, last_at, data FROM findings WHERE session = ?',
        session,
      )
      .map((row) => [row.pattern, row]),
  );
  const changed = new Set<number>();
  for (const finding of findings) {
    const pattern = addPatternKey(parts, finding);
    const before = former.get(pattern);
    former.delete(pattern);
    const data = packFinding(finding);
    if (before?.data === data && before.first_at === finding.firstAt && before.last_at === finding.lastAt) continue;
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

/** Converts a row to a finding. */
export function toFinding(row: StoredFindingRow): Finding {
  return {
    session: row.session_id,
    ...(row.project_id === null ? {} : { project: row.project_id }),
    kind: PATTERN_CODES.toWord(row.kind),
    key: row.key,
    firstAt: row.first_at,
    lastAt: row.last_at,
    ...SAYS_NOTHING,
    ...(JSON.parse(row.data) as Pick<FindingData, 'author' | 'label'>),
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
