// docs/security.md claims nothing that no test holds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

test('each claim of docs/security.md names a test that is there', () => {
  const [, table = ''] = /## What it protects against\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| claim'));
  assert.ok(rows.length > 15);
  for (const row of rows) {
    const [, file = '', name = ''] = /`(test\/\S+\.test\.ts)`: (.+) \|$/.exec(row) ?? [];
    assert.notEqual(name, '', row);
    const text = readFileSync(join(ROOT, file), 'utf8');
    assert.ok(text.includes(name), `${file} has no test "${name}"`);
  }
});
