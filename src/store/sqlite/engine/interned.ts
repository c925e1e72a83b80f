import type { ProjectId, SessionId } from '../../../core/model/ids.ts';
import { addNewWords } from '../../../core/text/lexicon-words.ts';
import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { Engine, Memo } from './engine.ts';

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
  addFile(path: string, project: number | undefined): number;
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

/** Builds the interned texts of a store. */
export function createInterned(engine: Engine): Interned {
  const { db } = engine;
  const numbers = engine.remember<string, number>(REMEMBERED);
  const paths = engine.remember<number, string>(REMEMBERED);
  const words = engine.remember<number, true>(REMEMBERED_WORDS);

  const find = (key: string, sql: string, ...values: SqlValue[]): number | undefined => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const found = db.get<Numbered>(sql, ...values)?.seq;
    if (found !== undefined) numbers.set(key, found);
    return found;
  };
  const add = (key: string, insert: string, ...values: SqlValue[]): number => {
    const { rowid } = db.run(insert, ...values);
    numbers.set(key, rowid);
    return rowid;
  };
  const project = (id: ProjectId) => find(id, 'SELECT seq FROM projects WHERE id = ?', id);
  const addProject = (id: ProjectId): number =>
    project(id) ?? add(id, "INSERT INTO projects (id, identity, name) VALUES (?, '', '')", id);

  const concept = (name: string) => find(`concept ${name}`, 'SELECT seq FROM concepts WHERE name = ?', name);

  return {
    session: (id) => find(id, 'SELECT seq FROM sessions WHERE id = ?', id),
    project,
    addProject,
    addLabel(session, text) {
      const key = `label ${session} ${text}`;
      return (
        find(key, 'SELECT seq FROM labels WHERE session = ? AND text = ?', session, text) ??
        add(key, 'INSERT INTO labels (session, text) VALUES (?, ?)', session, text)
      );
    },
    addRule(name) {
      const key = `rule ${name}`;
      return (
        find(key, 'SELECT seq FROM rules WHERE name = ?', name) ?? add(key, 'INSERT INTO rules (name) VALUES (?)', name)
      );
    },
    concept,
    addConcept: (name) => concept(name) ?? add(`concept ${name}`, 'INSERT INTO concepts (name) VALUES (?)', name),
    addFile(path, owner) {
      const key = `file ${owner ?? 0} ${path}`;
      return (
        find(key, 'SELECT seq FROM files WHERE path = ? AND project = ?', path, owner ?? 0) ??
        add(key, 'INSERT INTO files (path, project) VALUES (?, ?)', path, owner ?? 0)
      );
    },
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

function addWords(db: Engine['db'], known: Memo<number, true>, texts: Iterable<string>): void {
  const isKnown = (hash: number): boolean => known.get(hash) !== undefined;
  const found = new Map<number, string>();
  for (const text of texts) addNewWords(text, isKnown, found);
  if (found.size === 0) return;
  const sql = 'INSERT OR IGNORE INTO lexicon (word) SELECT value FROM json_each(?)';
  db.run(sql, JSON.stringify([...found.values()]));
  for (const hash of found.keys()) known.set(hash, true);
}
