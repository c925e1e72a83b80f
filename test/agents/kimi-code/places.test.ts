import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  companions,
  configPath,
  detect,
  findTranscripts,
  mcpPath,
  transcriptOf,
} from '../../../src/agents/kimi-code/places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CONFIG_FOLDER, MAIN_FILE, SESSION, SUBAGENT_FILE } from './fixtures.ts';

const fixtures = { home: '/nowhere', variables: { KIMI_CODE_HOME: CONFIG_FOLDER.slice(0, -1) } };

test('all transcripts of Kimi Code are found, and those of subagents belong to their session', () => {
  const found = findTranscripts(fixtures);
  assert.deepEqual(found.map(({ path }) => path).sort(), [SUBAGENT_FILE, MAIN_FILE]);
  assert.ok(
    found.every(({ agent, sizeBytes, modifiedAt }) => agent === 'kimi-code' && sizeBytes > 0 && modifiedAt > 0),
  );
  assert.deepEqual(companions(MAIN_FILE), [SUBAGENT_FILE]);
});

test('the transcript of a session is found by its id alone', () => {
  assert.equal(transcriptOf(SESSION, fixtures), MAIN_FILE);
  assert.equal(transcriptOf('session_other', fixtures), undefined);
  assert.equal(transcriptOf(`../wd_shop_5f0a3c9d1e2b/${SESSION}`, fixtures), undefined);
  assert.equal(transcriptOf(SESSION, { home: '/nowhere', variables: {} }), undefined);
});

test('the folder is below the home unless KIMI_CODE_HOME moves it', (context) => {
  const home = temporaryFolder(context);
  const plain = { home, variables: {} };
  assert.equal(detect(plain), false);
  mkdirSync(join(home, '.kimi-code'));
  assert.equal(detect(plain), true);
  assert.equal(configPath(plain), join(home, '.kimi-code', 'config.toml'));
  assert.equal(mcpPath({ home, variables: { KIMI_CODE_HOME: '/moved' } }), '/moved/mcp.json');
});

test('no link is followed, and files that are none of a session are left alone', (context) => {
  const home = temporaryFolder(context);
  const sessions = join(home, '.kimi-code', 'sessions');
  mkdirSync(join(sessions, '.index-dirty'), { recursive: true });
  writeFileSync(join(sessions, '.index-dirty', 'session_x.1'), '');
  symlinkSync(join(CONFIG_FOLDER, 'sessions', 'wd_shop_5f0a3c9d1e2b'), join(sessions, 'wd_link'));
  assert.deepEqual(findTranscripts({ home, variables: {} }), []);
});
