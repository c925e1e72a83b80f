import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runModule } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const MODULE = JSON.stringify(new URL('../../../src/platform/process/spawn-detached.ts', import.meta.url).href);

test('the program runs on after its starter, in /, with what it was given and nothing that makes Node load', async (t) => {
  const folder = temporaryFolder(t);
  const script = join(folder, 'program.mjs');
  const out = join(folder, 'out.json');
  const go = join(folder, 'go');
  writeFileSync(
    script,
    `import { existsSync, renameSync, writeFileSync } from 'node:fs';
     const look = setInterval(() => {
       if (!existsSync(${JSON.stringify(go)})) return;
       clearInterval(look);
       writeFileSync(process.env.OUT + '.tmp', JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2),
         execPath: process.execPath, env: Object.keys(process.env).sort(), parent: process.ppid }));
       renameSync(process.env.OUT + '.tmp', process.env.OUT);
     }, 10);`,
  );
  const env = { OUT: out, NODE_OPTIONS: '--require /no/such/file', LD_PRELOAD: '', npm_config_x: '1', HOME: folder };
  const starter = await runModule(
    `import { spawnDetached } from ${MODULE};
     spawnDetached({ script: ${JSON.stringify(script)}, args: ['a b'], env: ${JSON.stringify(env)} });`,
  );
  assert.deepEqual({ code: starter.code, stderr: starter.stderr }, { code: 0, stderr: '' });
  assert.equal(existsSync(out), false);
  writeFileSync(go, '');
  await until(() => existsSync(out));
  const told = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    { cwd: told.cwd, args: told.args, execPath: told.execPath, env: told.env },
    { cwd: '/', args: ['a b'], execPath: process.execPath, env: ['HOME', 'OUT'] },
  );
});
