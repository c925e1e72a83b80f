import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDialect } from '../../src/agents/dialects.ts';
import { AGENTS, findAgent } from '../../src/agents/registry.ts';

test('agents are found by their name, and a name that is none finds nothing', () => {
  for (const agent of AGENTS) assert.equal(findAgent(agent.name), agent);
  for (const name of ['', 'Claude', 'toString', '__proto__']) assert.equal(findAgent(name), undefined);
});

test("every agent's dialect is the one that hooks load alone", () => {
  for (const { name, capabilities, dialect } of AGENTS) {
    assert.equal(findDialect(name), dialect);
    if (dialect !== undefined) assert.deepEqual([dialect.name, dialect.authority], [name, capabilities.authority]);
  }
});
