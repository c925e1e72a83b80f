import assert from 'node:assert/strict';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A registry of npm packages that has one version of Cairn, or none; gives its address and what it was asked. */
async function registryWith(context: TestContext, version?: string): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(version === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(version === undefined ? { error: 'Not found' } : { name: 'cairn-memory', version }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test('says whether there is a newer version, and how to get it', async (context) => {
  const cairn = cairnIn(context);
  for (const [version, code, says] of [
    ['9.9.9', 1, /^Cairn 9\.9\.9 is there; this is \d+\.\d+\.\d+\. To get it: git pull && npm ci/],
    ['0.0.1', 0, /there is none newer/],
    [undefined, 0, /has no version of Cairn yet/],
  ] as const) {
    const { address, asked } = await registryWith(context, version);
    const ended = await cairn.run(['update', '--check'], { env: { npm_config_registry: address } });
    assert.deepEqual([ended.code, asked], [code, ['GET /cairn-memory/latest']]);
    assert.match(ended.stdout, says);
  }
});

test('a registry that does not answer is an error with what helps', async (context) => {
  const cairn = cairnIn(context);
  const { code, stderr } = await cairn.run(['update'], { env: { npm_config_registry: 'http://127.0.0.1:9' } });
  assert.notEqual(code, 0);
  assert.match(stderr, /^error: http:\/\/127\.0\.0\.1:9 cannot be asked .*\nfix: /);
});

test('what npm installed is brought to the newest version by npm, after a yes', async (context) => {
  const cairn = cairnIn(context);
  const { address } = await registryWith(context, '9.9.9');
  const prefix = temporaryFolder(context);
  const installed = join(prefix, 'node_modules', 'cairn-memory', 'dist');
  cpSync(DIST, installed, { recursive: true });
  const npm = join(prefix, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$@" > '${prefix}/ran'\n`);
  chmodSync(npm, 0o755);
  const update = (...args: string[]) =>
    runProgram(process.execPath, [join(installed, 'cli.js'), 'update', ...args], {
      env: { ...cairn.env, PATH: `${prefix}:${cairn.env.PATH}`, npm_config_registry: address },
      cwd: cairn.at.project,
    });
  const unasked = await update();
  assert.match(unasked.stderr, /no terminal to ask in.*\nfix: {3}cairn update --yes/);
  const { code, stdout } = await update('--yes');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /9\.9\.9 is installed/);
  assert.equal(readFileSync(join(prefix, 'ran'), 'utf8'), 'install -g cairn-memory@9.9.9\n');
});
