import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** A folder with an npm that answers as the real one does, and writes down what it was asked. */
function npmWith(context: TestContext, answer: string, code = 0): { path: string; asked: () => string } {
  const folder = temporaryFolder(context);
  const npm = join(folder, 'npm');
  writeFileSync(
    npm,
    `#!/bin/sh\necho "$@" >> '${folder}/asked'\n[ "$1" = install ] && exit 0\necho '${answer}'\nexit ${code}\n`,
  );
  chmodSync(npm, 0o755);
  return { path: folder, asked: () => readFileSync(join(folder, 'asked'), 'utf8') };
}

const VIEW = 'view -g cairn-memory version --json --no-update-notifier\n';

test('says whether there is a newer version, and how to get it', async (context) => {
  const cairn = cairnIn(context);
  for (const [answer, status, code, says] of [
    ['"9.9.9"', 0, 1, /^Cairn 9\.9\.9 is there; this is \d+\.\d+\.\d+\. To get it: git pull && npm ci/],
    ['"0.0.1"', 0, 0, /there is none newer/],
    ['{"error":{"code":"E404","summary":"Not Found"}}', 1, 0, /has no version of Cairn yet/],
  ] as const) {
    const { path, asked } = npmWith(context, answer, status);
    const ended = await cairn.run(['update', '--check'], { env: { PATH: `${path}:${cairn.env.PATH}` } });
    assert.deepEqual([ended.code, asked()], [code, VIEW]);
    assert.match(ended.stdout, says);
  }
});

test('an npm that cannot tell, or is not there, is an error with what helps', async (context) => {
  const cairn = cairnIn(context);
  const { path } = npmWith(context, '{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 1);
  const offline = await cairn.run(['update'], { env: { PATH: `${path}:${cairn.env.PATH}` } });
  assert.equal(offline.code === 0, false);
  assert.match(
    offline.stderr,
    /^error: npm cannot tell the newest version: request failed\nfix: {3}Look at what npm says/,
  );
  const without = await cairn.run(['update'], { env: { PATH: temporaryFolder(context) } });
  assert.match(without.stderr, /^error: npm cannot tell the newest version: .*npm/);
});

test('the repository that it is called in names no registry, and gets no variable of the environment', async (context) => {
  const cairn = cairnIn(context);
  const asked: string[] = [];
  const registry = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  context.after(() => registry.close());
  const place = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  writeFileSync(join(cairn.at.userHome, '.npmrc'), `registry=http://${place}/own/\n`);
  writeFileSync(join(cairn.at.project, 'package.json'), '{}');
  const hostile = `registry=http://${place}/\${MY_SECRET}/\n//${place}/:_authToken=\${MY_SECRET}\n`;
  writeFileSync(join(cairn.at.project, '.npmrc'), hostile);
  const env = { PATH: process.env.PATH ?? '', MY_SECRET: 's3cr3t' };
  const { stdout } = await cairn.run(['update', '--check'], { env });
  assert.match(stdout, /has no version of Cairn yet/);
  assert.deepEqual(asked, ['/own/cairn-memory ']);
});

test('what npm installed is brought to the newest version by npm, after a yes', async (context) => {
  const cairn = cairnIn(context);
  const { path, asked } = npmWith(context, '"9.9.9"');
  const installed = join(path, 'node_modules', 'cairn-memory', 'dist');
  cpSync(DIST, installed, { recursive: true });
  const update = (...args: string[]) =>
    runProgram(process.execPath, [join(installed, 'cli.js'), 'update', ...args], {
      env: { ...cairn.env, PATH: `${path}:${cairn.env.PATH}` },
      cwd: cairn.at.project,
    });
  const unasked = await update();
  assert.match(unasked.stderr, /no terminal to ask in.*\nfix: {3}cairn update --yes/);
  const { code, stdout } = await update('--yes');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /9\.9\.9 is installed/);
  assert.equal(asked(), `${VIEW}${VIEW}install -g cairn-memory@9.9.9\n`);
});

test('once a person wants it, npm is asked once a day in the background, and the next command tells of a newer version once', async (context) => {
  const cairn = cairnIn(context);
  const { path, asked } = npmWith(context, '"9.9.9"');
  const look = () => cairn.terminal(['config', 'path'], { env: { PATH: `${path}:${cairn.env.PATH}` } });
  await look();
  assert.throws(asked, /ENOENT/);
  await cairn.run(['config', 'set', 'update.notice', 'true']);
  assert.doesNotMatch((await look()).stdout, /9\.9\.9/);
  const known = join(cairn.at.home, 'update.json');
  await until(() => existsSync(known));
  assert.match(
    (await look()).stdout,
    /Cairn 9\.9\.9 is available; this is \d+\.\d+\.\d+\. To install it: cairn update/,
  );
  assert.doesNotMatch((await look()).stdout, /9\.9\.9/);
  assert.equal(asked(), VIEW);
  const dayAgo = JSON.parse(readFileSync(known, 'utf8')) as { toldAt: number };
  writeFileSync(known, JSON.stringify({ ...dayAgo, toldAt: dayAgo.toldAt - 86_400_001 }));
  const { stdout, stderr } = await cairn.run(['config', 'path']);
  assert.doesNotMatch(stdout + stderr, /9\.9\.9/);
  assert.match((await look()).stdout, /9\.9\.9/);
});
