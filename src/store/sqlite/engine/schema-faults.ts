import { type Database, openInMemory } from '../../../platform/sqlite/sqlite.ts';
import { apply, MIGRATIONS } from './migrate.ts';

/** A row of `sqlite_schema`; the SQL without comments and with single spaces. */
interface SchemaRow {
  type: 'table' | 'index' | 'view' | 'trigger';
  name: string;
  table: string;
  sql: string;
}

/** What SQLite's ANALYZE makes in any database; it runs nothing, and Cairn does not need it. */
const STATISTICS: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);
/** Texts and names in quotes, and between words what SQLite takes for white space, with comments; one that is not closed goes to the end. */
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?:[ \t\n\f\r]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/g;
const FAULTS_MAX = 20;

const made = new Map<number, ReadonlyMap<string, SchemaRow>>();

/**
 * Compares the tables, indexes and triggers of a database with what the migrations up to its version make: anything more
 * would run with what is written later, and anything less or other would refuse it. A view that Cairn does not read stays
 * out of it. One sentence a fault; of a version that this program does not know, the triggers alone are faults.
 */
export function schemaFaults(db: Database, version: number): string[] {
  const wanted = madeBy(version);
  const found = entriesOf(db);
  const names = new Set(found.map(({ name }) => name));
  const isKnown = version <= MIGRATIONS.length;
  const faults = found.flatMap((entry) => {
    const like = wanted.get(entry.name);
    if (like === undefined) return isStrange(entry, isKnown) ? [strange(entry)] : [];
    const isSame = like.type === entry.type && like.table === entry.table && like.sql === entry.sql;
    return isSame || !isKnown ? [] : [`its ${entry.type} ${JSON.stringify(entry.name)} is not as Cairn makes it`];
  });
  const missing = [...wanted.values()].filter(({ name }) => isKnown && !names.has(name));
  return [...faults, ...missing.map(({ type, name }) => `it has no ${type} ${JSON.stringify(name)}`)].slice(
    0,
    FAULTS_MAX,
  );
}

function isStrange({ type, sql }: SchemaRow, isKnown: boolean): boolean {
  if (type === 'trigger') return true;
  return isKnown && type !== 'view' && !STATISTICS.has(sql);
}

function strange({ type, name }: SchemaRow): string {
  return `it has ${type === 'index' ? 'an' : 'a'} ${type} of somebody else (${JSON.stringify(name)})`;
}

function madeBy(version: number): ReadonlyMap<string, SchemaRow> {
  const known = made.get(version);
  if (known !== undefined) return known;
  const db = openInMemory();
  try {
    for (const migration of MIGRATIONS.filter((one) => one.version <= version)) apply(db, migration);
    const entries = new Map(entriesOf(db).map((entry) => [entry.name, entry]));
    made.set(version, entries);
    return entries;
  } finally {
    db.close();
  }
}

function entriesOf(db: Database): SchemaRow[] {
  const rows = db.all<Omit<SchemaRow, 'sql'> & { sql: string | null }>(
    'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema',
  );
  return rows.map((row) => ({ ...row, sql: normalized(row.sql ?? '') }));
}

function normalized(sql: string): string {
  return sql.replace(PARTS, (part) => (/^['"]/.test(part) ? part : ' ')).replace(/^ | $/g, '');
}
