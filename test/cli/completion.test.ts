import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';

const NEVER = { CAIRN_WORKER_START: 'never' };
const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

async function offered(cairn: Cairn, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await cairn.run(['complete', '--', ...words], { env: NEVER });
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
}

test('offers commands, options and what they take, and nothing hidden', async (context) => {
  const cairn = cairnIn(context);
  assert.deepEqual(await offered(cairn, 'ses'), ['sessions', '']);
  assert.deepEqual(await offered(cairn, 'comp'), ['completion', '']);
  assert.deepEqual(await offered(cairn, 'help', 'unins'), ['uninstall', '']);
  assert.ok((await offered(cairn, '')).includes('--version'));
  assert.deepEqual(await offered(cairn, 'search', '--lim'), ['--limit', '']);
  assert.deepEqual(await offered(cairn, 'search', 'retry', '--kind', 'kno'), ['knowledge', '']);
  assert.deepEqual(await offered(cairn, 'search', '--kind=kno'), ['--kind=knowledge', '']);
  assert.deepEqual(await offered(cairn, 'search', '--kind', '=', 'kno'), ['knowledge', '']);
  assert.ok((await offered(cairn, 'search', '--kind', '=')).includes('knowledge'));
  assert.deepEqual(await offered(cairn, 'backup', '--json', 'ver'), ['verify', '']);
  assert.deepEqual(await offered(cairn, 'config', 'set', 'context.startT'), ['context.startTokens', '']);
  assert.deepEqual(await offered(cairn, 'import', '--agent', 'claude'), ['claude-code', '']);
  assert.deepEqual(await offered(cairn, 'nosuch', ''), ['']);
});

test('offers what the memory holds, and starts no worker for it', async (context) => {
  const cairn = cairnIn(context);
  assert.deepEqual(await offered(cairn, 'story', ''), ['']);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 3);
  await cairn.run(['import', EXAMPLE]);
  const { entries } = await cairn.json(['sessions', '-a']);
  const ids = (entries as { id: string }[]).map(({ id }) => id);
  assert.ok(ids.length > 1);
  assert.deepEqual((await offered(cairn, 'story', 's_')).toSorted(), ['', ...ids].toSorted());
  assert.ok((await offered(cairn, 'search', '--project', '')).includes('tidepool'));
});

/** What bash prints; its `cairn` is the built one. */
async function inBash(cairn: Cairn, script: string): Promise<string[]> {
  const bin = join(cairn.at.userHome, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'cairn'), `#!/bin/sh\nexec '${process.execPath}' '${join(DIST, 'cli.js')}' "$@"\n`);
  chmodSync(join(bin, 'cairn'), 0o755);
  const env = { ...cairn.env, ...NEVER, PATH: `${bin}:${cairn.env.PATH}` };
  const { code, stdout, stderr } = await runProgram('/bin/bash', ['-c', script], { env, cwd: cairn.at.project });
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.trimEnd().split('\n');
}

test('bash completes a command line by the script', async (context) => {
  const words = 'COMP_WORDS=(cairn search --kind = kno rest); COMP_CWORD=4';
  const script = `source <(cairn completion bash); complete -p cairn; ${words}; _cairn; printf '%s\\n' "\${COMPREPLY[@]}"`;
  assert.deepEqual(await inBash(cairnIn(context), script), ['complete -o default -F _cairn cairn', 'knowledge']);
});

test('knows which shells it has a script for', async (context) => {
  const { code, stderr } = await cairnIn(context).run(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /There is no script for "tcsh"/);
});
