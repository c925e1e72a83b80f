import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderCliDocs } from '../../scripts/docs/render-cli-docs.ts';

test('docs/cli.md is what the table of commands says: node scripts/write-cli-docs.ts', () => {
  const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  assert.equal(page, renderCliDocs());
});
