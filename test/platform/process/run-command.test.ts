import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const RUN_COMMAND = new URL('../../../src/platform/process/run-command.ts', import.meta.url).href;
const STUBBORN = `
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
  console.log(process.pid);
  require('node:fs').writeFileSync('pid', String(process.pid));`;

test('a program that will not end does not outlive whoever cancels and ends at once', async (context) => {
  const cwd = temporaryFolder(context);
  const caller = join(cwd, 'caller.mjs');
  writeFileSync(
    caller,
    `import { existsSync } from 'node:fs';
     import { runCommand } from ${JSON.stringify(RUN_COMMAND)};
     const cancel = new AbortController();
     const command = { words: [process.execPath, '-e', ${JSON.stringify(STUBBORN)}], input: '', env: {}, cwd: ${JSON.stringify(cwd)},
       timeoutMs: 60_000, maxBytes: 1_000, signal: cancel.signal };
     const done = runCommand(command).catch(() => process.exit(0));
     while (!existsSync('pid')) await new Promise((resolve) => setTimeout(resolve, 10));
     cancel.abort();
     await done;`,
  );
  assert.equal(spawnSync(process.execPath, [caller], { cwd }).status, 0);
  const pid = readFileSync(join(cwd, 'pid'), 'utf8');
  context.after(() => existsSync(`/proc/${pid}/cwd`) && process.kill(Number(pid), 'SIGKILL'));
  await until(() => !existsSync(`/proc/${pid}/cwd`));
});
