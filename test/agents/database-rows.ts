import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SnapshotReader } from '../../src/agents/shared/contract.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import type { RawEvent, Skipped } from '../../src/core/model/event.ts';
import { openDatabase, type SqlValue } from '../../src/platform/sqlite/sqlite.ts';

/** The rows of a fixture, one a line, each with the name of its table. */
export function readRows(path: string): JsonObject[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

/** Writes a database with these tables and rows, in place of one that is there. `toValue` overrides how a value is stored. */
export function writeDatabase(
  path: string,
  { schema, rows }: { schema: string; rows: readonly JsonObject[] },
  toValue: (column: string, value: JsonValue) => SqlValue = (_column, value) => toSqlValue(value),
): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  db.exec(schema);
  db.transaction(() => {
    for (const { table, ...row } of rows) {
      const columns = Object.keys(row);
      const marks = columns.map(() => '?').join();
      const values = Object.entries(row).map(([column, value]) => toValue(column, value));
      db.run(`INSERT INTO ${String(table)} (${columns.join()}) VALUES (${marks})`, ...values);
    }
  });
  db.close();
}

/** A value as a column holds it: objects and lists as JSON text. */
export function toSqlValue(value: JsonValue): SqlValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** All that a reader of a database gives. */
export function readAll(reader: SnapshotReader): {
  events: RawEvent[];
  read: number;
  skipped: Skipped;
  state: JsonObject;
} {
  const events = [...reader.steps()].flat();
  return { events, ...reader.counts(), state: reader.state() };
}
