import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { companions, configFolder, detect, findTranscripts, threadOf } from '../../../src/agents/codex/places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CONFIG_FOLDER, EVENTS_FILE, MAIN_FILE, SESSION, SUBAGENT_FILE } from './fixtures.ts';

suite('the places of Codex', () => {
  test('are below its folder, which a variable moves', () => {
    assert.equal(configFolder({ home: '/home/dev', variables: {} }), '/home/dev/.codex');
    assert.equal(configFolder({ home: '/home/dev', variables: { CODEX_HOME: '/srv/codex' } }), '/srv/codex');
    assert.equal(detect({ home: '/nowhere', variables: {} }), false);
  });

  test('hold transcripts by day, packed ones, and archived ones', (context) => {
    const home = temporaryFolder(context);
    const folder = join(home, '.codex');
    const names = [
      `sessions/2026/09/21/rollout-2026-09-21T14-13-20-${SESSION}.jsonl`,
      `sessions/2026/09/20/rollout-2026-09-20T14-13-20-${SESSION}.jsonl.zst`,
      `archived_sessions/rollout-2026-09-19T14-13-20-${SESSION}.jsonl`,
    ];
    for (const name of [...names, 'sessions/2026/09/21/notes.jsonl', 'history.jsonl']) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), '{}\n');
    }
    const found = findTranscripts({ home, variables: {} }).map(({ path }) => path);
    assert.deepEqual(found.sort(), names.map((name) => join(folder, name)).sort());
    assert.deepEqual(findTranscripts({ home: '/nowhere', variables: {} }), []);
  });

  test('name the thread, and beside a session the files of its subagents', () => {
    assert.equal(threadOf(MAIN_FILE), SESSION);
    assert.equal(threadOf('/x/notes.jsonl'), undefined);
    assert.deepEqual(companions(MAIN_FILE), [SUBAGENT_FILE]);
    assert.deepEqual(companions(SUBAGENT_FILE), []);
    assert.deepEqual(companions(EVENTS_FILE), []);
    assert.equal(basename(CONFIG_FOLDER), 'codex');
  });
});
