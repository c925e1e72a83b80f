import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openInMemory } from '../../../../src/platform/sqlite/sqlite.ts';
import { MIGRATIONS, migrate } from '../../../../src/store/sqlite/engine/migrate.ts';
import { schemaFaults } from '../../../../src/store/sqlite/engine/schema-faults.ts';

/** Where a stranger's table may be long: SQLite refuses a file whose own SQL is not closed. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'in a comment': (text) => `CREATE TABLE x(a /*${text}*/)`,
  'in lines of comments': (text) => `CREATE TABLE x(a${text.replaceAll(/^/gm, '\n--')}\n)`,
  'in a text': (text) => `CREATE TABLE x(a DEFAULT '${text.replaceAll("'", "''")}')`,
  'in a name': (text) => `CREATE TABLE x("${text.replaceAll('"', '""')}")`,
  'before a word': (text) => `CREATE TABLE x(a ${text.replaceAll(/\S/g, ' ')})`,
};
/** What a reader of SQL that goes back to where it was would read as often as the text is long. */
const REPEATED = ["'", '"', '/ * ', '--', '/', '*', ' ', '\n', '\n-- '];
const CHARS = 400_000;

suite('the schema of a stranger that is very long', () => {
  for (const [place, made] of Object.entries(PLACES)) {
    test(`${place} is read to its end, and is a fault`, () => {
      for (const unit of REPEATED) {
        const db = openInMemory();
        migrate(db);
        db.exec(made(unit.repeat(CHARS / unit.length)));
        assert.deepEqual(schemaFaults(db, MIGRATIONS.length), ['it has a table of somebody else ("x")'], unit);
        db.close();
      }
    });
  }
});
