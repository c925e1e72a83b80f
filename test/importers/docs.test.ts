import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { IMPORTERS } from '../../src/importers/registry.ts';

const DOCS = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8');

for (const { name, title, tables, places } of IMPORTERS) {
  test(`docs/import.md says where ${title} keeps its database and which tables are read`, () => {
    const section = DOCS.split(/^### /m).find((part) => part.startsWith(title)) ?? '';
    const [place] = places('~', {});
    assert.ok(section.includes(`\`${place}\``), place);
    for (const table of tables) assert.ok(section.includes(`\`${table.name}\``), table.name);
    assert.ok(DOCS.includes(`\`${name}\``));
  });
}
