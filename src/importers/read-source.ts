import { CairnError, toCairnError } from '../core/errors.ts';
import { hash53 } from '../core/hash.ts';
import { canonicalJson, type JsonValue } from '../core/json.ts';
import type { EventIdentity, RawEvent } from '../core/model/event.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import { type Database, openForeignDatabase, PLAIN_TABLE } from '../platform/sqlite/sqlite.ts';
import type {
  FindSession,
  ImportedRow,
  ImportedSession,
  Importer,
  ImporterDatabase,
  ImporterTable,
  SessionBefore,
} from './contract.ts';
import type { SourceRow } from './source-row.ts';

/** Rows that are read and written per step: other work runs between the steps. */
const PAGE = 50;
/** Upper bound on the rows of few columns that are in memory at once. */
const ROWS_MAX = 1_000_000;

const IS_PLAIN = `SELECT 1 FROM sqlite_schema m WHERE m.name = ? AND ${PLAIN_TABLE}`;

/** The events of one page of rows. `project`: the project's name when its folder is not known. */
export interface ImportStep {
  table: string;
  rows: number;
  told: { raw: RawEvent; project?: string }[];
  skipped: Record<string, number>;
}

/** Another product's database, opened read-only. */
export interface OpenedImport extends ImporterDatabase {
  steps(source: Importer): Generator<ImportStep>;
  close(): void;
}

/** Opens another product's database read-only. Throws `not_found`, `busy`, `damaged`. */
export function openImport(path: string): OpenedImport {
  const db = openForeignDatabase(path);
  // A view or a computed column runs what the file says, on Node 22 without an end: neither is read.
  const columns = (table: string): ReadonlySet<string> =>
    db.get(IS_PLAIN, table) === undefined
      ? new Set()
      : new Set(db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name));
  const rows = (table: string, wanted: readonly string[]): SourceRow[] => {
    const there = columns(table);
    const chosen = wanted.filter((column) => there.has(column)).map(quoted);
    return chosen.length === 0
      ? []
      : db.all<SourceRow>(`SELECT DISTINCT ${chosen.join(', ')} FROM ${quoted(table)} LIMIT ${ROWS_MAX}`);
  };
  return {
    columns,
    rows,
    steps: (source) => readSource(source, { db, columns, rows }),
    close: () => db.close(),
  };
}

type SourceDatabase = ImporterDatabase & { db: Database };

function* readSource(source: Importer, from: SourceDatabase): Generator<ImportStep> {
  const known: ReadonlyMap<string, ImportedSession> = source.sessions(from);
  const find: FindSession = (key) => (key === undefined ? undefined : known.get(key));
  const before = sessionBefore([...new Set(known.values())]);
  for (const table of source.tables) {
    if (from.columns(table.name).size === 0) continue;
    const identify = createIdentify(table.name);
    for (const rows of pagesOf(from, table.name)) yield readPage(source, { table, rows, find, before, identify });
  }
}

function sessionBefore(sessions: readonly ImportedSession[]): SessionBefore {
  const byStart = sessions.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
  const ofProject = Map.groupBy(byStart, ({ project }) => project);
  return (project, at = 0) =>
    ofProject.get(project)?.findLast(({ startedAt = 0 }) => startedAt <= at && at - startedAt < DAY_MS);
}

interface SourcePage {
  table: ImporterTable;
  rows: readonly (SourceRow | undefined)[];
  find: FindSession;
  before: SessionBefore;
  identify: ReturnType<typeof createIdentify>;
}

function readPage(source: Importer, { table, rows, find, before, identify }: SourcePage): ImportStep {
  const step: ImportStep = { table: table.name, rows: rows.length, told: [], skipped: {} };
  for (const row of rows) {
    const reported = row === undefined ? 'unreadable rows' : table.read(row, find, before);
    if (typeof reported === 'string') {
      const reason = `${table.name}: ${reported}`;
      step.skipped[reason] = (step.skipped[reason] ?? 0) + 1;
      continue;
    }
    for (const one of reported) step.told.push(toRaw(source.name, one, identify(one, row ?? {})));
  }
  return step;
}

/** The event as the intake takes it; a project's name that is an absolute path counts as its folder. */
function toRaw(agent: string, reported: ImportedRow, { identity, body }: Identified): ImportStep['told'][number] {
  const folder = [reported.folder, reported.project].find((path) => path !== undefined && isAbsolute(path));
  const raw: RawEvent = {
    agent,
    agentSession: reported.session,
    at: reported.at,
    ...omitUndefined({ cwd: folder, subagent: reported.subagent }),
    identity,
    source: 'import',
    body,
  };
  return folder !== undefined || reported.project === undefined ? { raw } : { raw, project: reported.project };
}

interface Identified {
  identity: EventIdentity;
  body: ImportedRow['body'];
}

/**
 * Builds the identity by which a row is recognised when it is imported again. A prompt or message: its text and its
 * ordinal among equal texts of the session, since products rewrite messages and some store one twice. A note: its
 * content under the row's name, so that a changed row supersedes its former version. Anything else: the row itself.
 */
function createIdentify(table: string): (reported: ImportedRow, row: SourceRow) => Identified {
  const counts = new Map<number, number>();
  return ({ session, at, key, body }, row) => {
    const name = [table, key ?? row.cairn_row ?? ''].join(':');
    if (body.kind === 'prompt' || body.kind === 'message') {
      const words = hash53([session, body.kind, body.text].join('\0'));
      const nth = counts.get(words) ?? 0;
      counts.set(words, nth + 1);
      return { identity: { content: canonicalJson([body.text]), origin: String(nth) }, body };
    }
    if (body.kind !== 'noted') return { identity: { number: `${name}:${at}` }, body };
    const ref = `${name}:${session}`;
    const named = { ...body, detail: { ...body.detail, ref } };
    return { identity: { content: canonicalJson(named as unknown as JsonValue), origin: ref }, body: named };
  };
}

/** The rows of a table in order, in pages; `undefined` for a row that cannot be read. */
function* pagesOf({ db, columns }: SourceDatabase, table: string): Generator<(SourceRow | undefined)[]> {
  const chosen = [...columns(table)].map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
  const page = `SELECT rowid AS cairn_row, ${chosen} FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT`;
  for (let after = -1; ; ) {
    const rows = readRows(db, `${page} ${PAGE}`, after) ?? readEach(db, { table, page }, after);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.number;
  }
}

interface NumberedRow {
  number: number;
  row: SourceRow | undefined;
}

/** A page of rows; `undefined` when a value in it cannot be read, such as an integer beyond 2^53. */
function readRows(db: Database, sql: string, after: number): NumberedRow[] | undefined {
  try {
    return db.all<SourceRow & { cairn_row: number }>(sql, after).map((row) => ({ number: row.cairn_row, row }));
  } catch (error) {
    if (toCairnError(error).code !== 'internal') throw error;
    return undefined;
  }
}

function readEach(db: Database, { table, page }: { table: string; page: string }, after: number): NumberedRow[] {
  const numbers = `SELECT rowid AS cairn_row FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`;
  return db.all<{ cairn_row: number }>(numbers, after).map(({ cairn_row: number }) => ({
    number,
    row: readRows(db, `${page} 1`, number - 1)?.[0]?.row,
  }));
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[/\\]/.test(path);
}

/** An SQL identifier in quotes; only for the constant names of this folder. */
function quoted(name: string): string {
  if (/^\w+$/.test(name)) return `"${name}"`;
  throw new CairnError('internal', `${JSON.stringify(name)} is not a name of a table or column.`);
}
