import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cairnIn } from '../support/run-cairn.ts';
import { atKeyboard } from './at-keyboard.ts';

const TOKEN = 'token-of-a-member-of-the-team';
const ADD = ['sync', 'add', 'http://127.0.0.1:9', '--member', 'Ada'];

test('the token of a team server is asked for and not shown', async (context) => {
  const cairn = cairnIn(context);
  const window = atKeyboard(context, cairn, ADD);
  await window.shows('The token that the server gave you');
  await window.type(`${TOKEN}\r`);
  const { code, stdout } = await window.ended;
  assert.equal(code, 0, stdout);
  assert.ok(!stdout.includes(TOKEN), stdout);
  assert.equal(readFileSync(join(cairn.at.home, 'sync.key'), 'utf8').trim(), TOKEN);
});
