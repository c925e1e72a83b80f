// The pages that follow from the sources are what the sources say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf, renderAgentPages } from '../../scripts/docs/render-agent-pages.ts';
import { renderLlms } from '../../scripts/docs/render-llms.ts';
import { renderReference } from '../../scripts/docs/render-reference.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { docsPages, textOf } from './pages.ts';

for (const [path, text] of Object.entries({ ...renderAgentPages(), ...renderReference() })) {
  test(`${path} is what the sources say: node scripts/write-docs.ts`, () => assert.equal(textOf(path), text));
}

test('llms.txt names the pages as they are: node scripts/write-docs.ts', () => {
  assert.equal(textOf('docs/public/llms.txt'), renderLlms(new URL('../..', import.meta.url)));
});

test('docs/agents holds a page for each agent and no other', () => {
  const pages = docsPages().filter((path) => path.startsWith('docs/agents/'));
  assert.deepEqual(pages, AGENTS.map(pathOf).sort());
});
