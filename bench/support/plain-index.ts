import { DatabaseSync } from 'node:sqlite';

const QUERY_CHARS = 6_000;
const QUERY_WORDS = 200;

/** A plain full-text index of a list of texts; `close` frees it. */
export interface PlainIndex {
  /** Places in the list of the texts that hold any of the words of a query, by BM25, the best first. */
  find(query: string, limit: number): number[];
  close(): void;
}

/** Opens an FTS5 index over texts, in memory. */
export function openPlainIndex(texts: Iterable<string>): PlainIndex {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE docs USING fts5(body, tokenize='porter unicode61')");
  const insert = db.prepare('INSERT INTO docs (body) VALUES (?)');
  for (const text of texts) insert.run(text);
  const select = db.prepare('SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs) LIMIT ?');
  return {
    find(query, limit) {
      const words =
        query
          .slice(0, QUERY_CHARS)
          .toLowerCase()
          .match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
      const any = [...new Set(words)].slice(0, QUERY_WORDS).map((word) => `"${word}"`);
      return any.length === 0 ? [] : select.all(any.join(' OR '), limit).map(({ rowid }) => Number(rowid) - 1);
    },
    close: () => db.close(),
  };
}
