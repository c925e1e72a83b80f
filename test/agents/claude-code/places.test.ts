import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { companions, detect, findTranscripts } from '../../../src/agents/claude-code/places.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CONFIG_FOLDER, SESSION, SESSION_FILE, SUBAGENT, SUBAGENT_FILE } from './fixtures.ts';

suite('the places of Claude Code', () => {
  test('hold the transcripts of sessions and subagents, without those of compactions', () => {
    const environment = { home: '/nowhere', variables: { CLAUDE_CONFIG_DIR: CONFIG_FOLDER } };
    const found = findTranscripts(environment);
    assert.deepEqual(found.map(({ path }) => basename(path)).sort(), [`${SESSION}.jsonl`, `agent-${SUBAGENT}.jsonl`]);
    for (const { agent, sizeBytes, modifiedAt } of found) {
      assert.equal(agent, 'claude-code');
      assert.ok(sizeBytes > 1_000 && modifiedAt > 0);
    }
    assert.deepEqual(companions(SESSION_FILE), [SUBAGENT_FILE]);
    assert.deepEqual(companions(SUBAGENT_FILE), []);
  });

  test('are found below the home, by folder or by configuration', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.deepEqual([detect(environment), findTranscripts(environment)], [false, []]);
    writeFileSync(join(home, '.claude.json'), '{}');
    assert.equal(detect(environment), true);
    cpSync(join(CONFIG_FOLDER, 'projects'), join(home, '.claude', 'projects'), { recursive: true });
    assert.equal(findTranscripts(environment).length, 2);
    assert.deepEqual(takeIgnored(), {});
  });

  test('follow no link out of the folder', (context) => {
    const home = temporaryFolder(context);
    const projects = join(home, '.claude', 'projects');
    mkdirSync(join(projects, 'own'), { recursive: true });
    symlinkSync(join(CONFIG_FOLDER, 'projects', '-home-dev-shop'), join(projects, 'linked'));
    symlinkSync(SESSION_FILE, join(projects, 'own', 'linked.jsonl'));
    assert.deepEqual(findTranscripts({ home, variables: {} }), []);
  });
});
