import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../src/platform/process/end-process-after.ts', import.meta.url));

function run(ms: number, rest: string) {
  const program = `import { endProcessAfter } from ${JSON.stringify(SOURCE)};
    const callOff = endProcessAfter(${ms}); ${rest}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
}

test('ends a process whose only thread is held', () => {
  const { signal } = run(50, 'for (;;);');
  assert.equal(signal, 'SIGKILL');
});

test('leaves a process alone that called it off', () => {
  const { status, stdout } = run(1_000, 'callOff(); setTimeout(() => console.log("alive"), 1_500);');
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'alive\n' });
});

test('keeps no process from its end', () => {
  const { status, stdout } = run(60_000, 'callOff(); console.log("end");');
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'end\n' });
});
