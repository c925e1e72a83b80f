import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderAgentDocs } from '../../scripts/docs/render-agent-docs.ts';

test('docs/agents.md is what the registry says: node scripts/write-agent-docs.ts', () => {
  const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
  assert.equal(page, renderAgentDocs());
});
