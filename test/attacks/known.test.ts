// What is known to fall: each is tried as any other attack, and told as fallen with its reason until it holds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applySetup, chooseAgents, planSetup } from '../../src/setup/setup.ts';
import { attack } from '../support/attack.ts';
import { DIST, placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { NOBODY } from '../support/two-users.ts';

attack('a home that has become read-only can still be searched', async (context) => {
  const cairn = cairnIn(context);
  const { root, home } = cairn.at;
  context.after(() => spawnSync('chmod', ['-R', 'u+w', root]));
  await cairn.run(['remember', 'The walrus is at rest.']);
  await cairn.run(['worker', 'stop']);
  const program = join(root, 'dist');
  cpSync(DIST, program, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) assert.equal(spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]).status, 0);
  assert.equal(spawnSync('chmod', ['-R', 'a-w', home]).status, 0);
  const options = { env: cairn.env, cwd: '/', ...(isRoot ? { uid: NOBODY } : {}) };
  const { code, stdout, stderr } = await runProgram(
    process.execPath,
    [join(program, 'cli.js'), 'search', '-a', 'walrus'],
    options,
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /walrus/);
});

attack('a secret in an agent’s settings is in no copy that set-up keeps', async (context) => {
  const at = freshHome(context);
  const secret = `sk-ant-api03-${'x7Qd'.repeat(24)}`;
  mkdirSync(join(at.userHome, '.claude'), { recursive: true });
  writeFileSync(join(at.userHome, '.claude', 'settings.json'), JSON.stringify({ env: { ANTHROPIC_API_KEY: secret } }));
  const place = placeOf(at);
  const plan = planSetup(chooseAgents(['claude-code'], place), place);
  await applySetup(plan, place, { now: Date.now(), seenByWorker: async () => undefined });
  const files = readdirSync(at.home, { recursive: true, encoding: 'utf8' }).map((name) => join(at.home, name));
  const holding = files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(secret));
  assert.deepEqual(holding, []);
});
