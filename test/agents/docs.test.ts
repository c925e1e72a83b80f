import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderAgentDocs } from '../../scripts/docs/render-agent-docs.ts';
import { renderDialects } from '../../scripts/docs/render-dialects.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/agents.md and the dialects are what the registry says: node scripts/write-agents.ts', () => {
  assert.equal(textOf('docs/agents.md'), renderAgentDocs());
  assert.equal(textOf('src/agents/dialects.ts'), renderDialects());
});
