import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';

const DAY_S = 86_400;

/** Another id of the same form. */
function otherId(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === '7' ? '8' : '7'));
}

/** Gives sessions other ids, in the names of files and in what they and databases hold, and all files another time. */
export function copyUnder(folder: string, ids: readonly string[]): void {
  const renamed = (text: string): string => ids.reduce((all, id) => all.replaceAll(id, otherId(id)), text);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.cairn') continue;
    const path = join(folder, renamed(entry.name));
    renameSync(join(folder, entry.name), path);
    if (entry.isDirectory()) copyUnder(path, ids);
    else if (readFileSync(path).subarray(0, 15).toString() === 'SQLite format 3') renameRows(path, ids);
    else writeFileSync(path, renamed(readFileSync(path, 'utf8')));
    const at = Date.now() / 1_000 - DAY_S;
    utimesSync(path, at, at);
  }
}

function renameRows(path: string, ids: readonly string[]): void {
  const db = openDatabase(path);
  db.exec('PRAGMA foreign_keys = OFF');
  const tables = db.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) {
    for (const column of db.all<{ name: string }>(`PRAGMA table_info("${name}")`)) {
      for (const id of ids) {
        const sql = `UPDATE "${name}" SET "${column.name}" = replace("${column.name}", ?1, ?2) WHERE instr("${column.name}", ?1)`;
        db.run(sql, id, otherId(id));
      }
    }
  }
  db.close();
}
