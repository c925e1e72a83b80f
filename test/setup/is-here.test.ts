import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AGENTS, findAgent } from '../../src/agents/registry.ts';
import { isHere } from '../../src/setup/is-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('an agent is here when it was used, or when its program is on the path of commands', (context) => {
  const home = temporaryFolder(context);
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const environment = { home, variables: { PATH: `/nowhere::${bin}` } };
  const here = (): string[] => AGENTS.filter((agent) => isHere(agent, environment)).map(({ name }) => name);
  assert.deepEqual(here(), []);
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\n');
  assert.deepEqual(here(), []);
  chmodSync(join(bin, 'codex'), 0o755);
  assert.deepEqual(here(), ['codex']);
  mkdirSync(join(home, '.claude'));
  assert.deepEqual(here().sort(), ['claude-code', 'codex']);
  assert.ok(findAgent('claude-code')?.detect(environment));
});
