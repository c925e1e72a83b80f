import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import { addNewWords } from '../../../core/text/lexicon-words.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { Memo, Remember } from './memos.ts';

const REMEMBERED = 10_000;
const REMEMBERED_WORDS = 30_000;

/**
 * Texts that many rows share, each stored once under a small row number. `add…` inserts a missing one, the others only
 * read.
 */
export interface Interned {
  session(id: SessionId): number | undefined;
  project(id: ProjectId): number | undefined;
  addProject(id: ProjectId): number;
  /** A text of one session: a folder, or the agent's id of a prompt or subagent. */
  addLabel(session: number, text: string): number;
  addRule(name: string): number;
  concept(name: string): number | undefined;
  addConcept(name: string): number;
  addFile(path: string, project: number | null): number;
  /** Adds the words of the texts to the lexicon. */
  addWords(texts: Iterable<string>): void;
  /** Reads the paths of the files in one query; returns a lookup by file number. */
  paths(files: readonly number[]): (file: number) => string;
  /** Clears the cache, because rows were removed. */
  clear(): void;
}

interface Numbered {
  seq: number;
}

/** A table whose rows have numbers: its statements take the values of the columns that identify a row. */
interface NumberedTable {
  /** What its keys in the cache begin with; nothing for a table of ids, whose first letter says what they are of. */
  prefix: string;
  find: string;
  add: string;
}

function numbered(table: string, ...columns: string[]): NumberedTable {
  return {
    prefix: columns[0] === 'id' ? '' : `${table} `,
    find: `SELECT seq FROM ${table} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`,
    add: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  };
}

const SESSIONS = numbered('sessions', 'id');
const PROJECTS = {
  ...numbered('projects', 'id'),
  add: "INSERT INTO projects (id, identity, name) VALUES (?, '', '')",
};
const LABELS = numbered('labels', 'session', 'text');
const RULES = numbered('rules', 'name');
const CONCEPTS = numbered('concepts', 'name');
const FILES = numbered('files', 'path', 'project');

/** Builds the interned texts of a store. */
export function createInterned(db: Database, remember: Remember): Interned {
  const numbers = remember<string, number>(REMEMBERED);
  const paths = remember<number, string>(REMEMBERED);
  const words = remember<number, true>(REMEMBERED_WORDS);

  const find = ({ prefix, find: sql }: NumberedTable, ...values: SqlValue[]): number | undefined => {
    const key = prefix + values.join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const found = db.get<Numbered>(sql, ...values)?.seq;
    if (found !== undefined) numbers.set(key, found);
    return found;
  };
  const add = (to: NumberedTable, ...values: SqlValue[]): number => {
    const found = find(to, ...values);
    if (found !== undefined) return found;
    const { rowid } = db.run(to.add, ...values);
    numbers.set(to.prefix + values.join(' '), rowid);
    return rowid;
  };
  return {
    session: (id) => find(SESSIONS, id),
    project: (id) => find(PROJECTS, id),
    addProject: (id) => add(PROJECTS, id),
    addLabel: (session, text) => add(LABELS, session, text),
    addRule: (name) => add(RULES, name),
    concept: (name) => find(CONCEPTS, name),
    addConcept: (name) => add(CONCEPTS, name),
    addFile: (path, project) => add(FILES, path, project ?? 0),
    addWords: (texts) => addWords(db, words, texts),
    paths(files) {
      const found = new Map(files.map((file) => [file, paths.get(file)]));
      const missing = [...found].flatMap(([file, path]) => (path === undefined ? [file] : []));
      const sql = 'SELECT seq, path FROM files WHERE seq IN (SELECT value FROM json_each(?))';
      const rows = missing.length === 0 ? [] : db.all<Numbered & { path: string }>(sql, JSON.stringify(missing));
      for (const { seq, path } of rows) {
        found.set(seq, path);
        paths.set(seq, path);
      }
      return (file) => found.get(file) ?? '';
    },
    clear() {
      numbers.clear();
      paths.clear();
      words.clear();
    },
  };
}

function addWords(db: Database, known: Memo<number, true>, texts: Iterable<string>): void {
  const isKnown = (hash: number): boolean => known.get(hash) !== undefined;
  const found = new Map<number, string>();
  for (const text of texts) addNewWords(text, isKnown, found);
  if (found.size === 0) return;
  const sql = 'INSERT OR IGNORE INTO lexicon (word) SELECT value FROM json_each(?)';
  db.run(sql, JSON.stringify([...found.values()]));
  for (const hash of found.keys()) known.set(hash, true);
}
