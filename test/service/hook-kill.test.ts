import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { DIST } from '../support/built-program.ts';
import { environmentOf, runOwner } from '../support/run-owner.ts';
import { type Ended, runProgram } from '../support/run-program.ts';

const ROUNDS = 4;
const HOOKS = 12;

test('a worker killed while hooks run: every event is kept, by it or in the journal, and none twice', async (t) => {
  const owner = await runOwner(t);
  const paths = homePaths(owner.at.home);
  writeFileSync(paths.config, '{"worker.start":"never"}');
  const hook = join(owner.at.home, 'hook');
  const template = readFileSync(join(DIST, 'hook.sh'), 'utf8');
  const script = renderHookScript(template, { home: owner.at.home, node: process.execPath, app: DIST });
  writeFileSync(hook, script, { mode: 0o755 });
  const send = (text: string): Promise<Ended> => {
    const payload = { session_id: 's1', cwd: owner.at.project, hook_event_name: 'Stop', last_assistant_message: text };
    return runProgram(hook, ['claude-code', 'Stop'], { input: JSON.stringify(payload), env: environmentOf(owner.at) });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = Array.from({ length: HOOKS }, (_, i) => send(`message ${i % 3}`));
    await new Promise((resolve) => setTimeout(resolve, round * 40));
    await owner.end('SIGKILL');
    for (const { code, stdout, stderr } of await Promise.all(sent)) {
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' });
    }
    await owner.restart();
  }
  const left = (): number => (existsSync(paths.journal) ? readdirSync(paths.journal).length : 0);
  for (let i = 0; i < 1_000 && left() > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(left(), 0);
  const memory = owner.memory();
  await memory.settled();
  assert.equal((await memory.status()).counts.byEvent.message, ROUNDS * HOOKS);
});
