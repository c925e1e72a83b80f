import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cairnIn } from '../../support/run-cairn.ts';
import { browse, withExample } from './browsing.ts';

test('gives the terminal back after a signal, a crash and Ctrl-C', async (context) => {
  const cairn = await withExample(context);
  for (const [name, code] of [
    ['SIGTERM', 130],
    ['SIGHUP', 130],
    ['SIGINT', 130],
  ] as const) {
    const at = browse(context, cairn);
    await at.shows('1/5');
    at.signal(name);
    assert.equal((await at.ended()).code, code, name);
  }
  const crash = join(cairn.at.root, 'crash.mjs');
  writeFileSync(crash, "process.on('SIGUSR2', () => { throw new Error('it crashed'); });\n");
  const crashing = browse(context, cairn, { env: { NODE_OPTIONS: `--import=${crash}` } });
  await crashing.shows('1/5');
  crashing.signal('SIGUSR2');
  const { code, left } = await crashing.ended();
  assert.equal(code, 1);
  assert.match(left, /it crashed/);
  const left2 = browse(context, cairn);
  await left2.shows('1/5');
  left2.type('\u0003');
  assert.equal((await left2.ended()).code, 0);
});

test('Ctrl-Z gives the terminal to the shell, and fg takes it again', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn, { shell: 'set -m; $CAIRN; echo "stopped with $?"; read go; fg >/dev/null' });
  await at.shows('1/5');
  at.type('j\u001a');
  await at.shows(/^stopped with 1\d\d$/m);
  assert.deepEqual(at.screen.modes(), ['25', '7']);
  at.type('\r');
  await at.shows('2/5', '[1 Sessions]');
  at.type('q');
  assert.equal((await at.ended()).code, 0);
});

test('a window that says no size is taken for one of 80 columns and 24 lines', async (context) => {
  const at = browse(context, await withExample(context), { columns: 0, rows: 0, lines: 24 });
  await at.shows('1/5', /^─{80}$/m);
  at.type('q');
  assert.equal((await at.ended()).code, 0);
});

test('follows the width of its window', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn, { columns: 120 });
  await at.shows('1/5', '│', '4 Next session');
  at.resize(60);
  await at.shows(/^─{60}$/m, '4 Next in');
  assert.deepEqual(
    at.screen.lines().filter((line) => line.length > 60),
    [],
  );
  at.resize(100);
  await at.shows('│', '4 Next session');
  at.type('q');
  assert.equal((await at.ended()).code, 0);
});

test('what stands in memory acts on no terminal, wherever it is shown', async (context) => {
  const cairn = cairnIn(context);
  const hostile = 'Never \u001b]0;owned\u0007 run \u001b[2J\u009b31m this \u202etxt.exe\u202c \u001b[?1049l now';
  await cairn.json(['remember', hostile, '--kind', 'constraint', '--reason', '\u001b[31mred\u001b[5m']);
  const at = browse(context, cairn, { columns: 120 });
  at.type('3');
  await at.shows(/^> proposed .*Never {1,2}run this txt\.exe now/m, 'red');
  at.type('\r');
  await at.shows(/^reason +red$/m);
  at.type('q/\u001b[200~this \u001b[31m\nnow\u001b[201~');
  await at.shows('/ this now', /^> .*Never/m);
  at.type('\u001b');
  await at.shows('r resume');
  at.type('4');
  await at.shows(/^> no +\d+ +rules/m);
  at.type('q');
  assert.equal((await at.ended()).code, 0);
});

test('colours nothing where NO_COLOR is set, and marks what is selected all the same', async (context) => {
  const cairn = await withExample(context);
  for (const [env, isStyled] of [
    [{ NO_COLOR: '1' }, false],
    [{}, true],
  ] as const) {
    const at = browse(context, cairn, { env });
    await at.shows('1/5', /^> /m);
    assert.equal(at.screen.isStyled(), isStyled);
    at.type('q');
    await at.ended();
  }
});
