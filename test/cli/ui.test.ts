import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { browserCommand } from '../../src/platform/process/open-browser.ts';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { signInPage } from '../support/sign-in-address.ts';

const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/#code=[0-9a-f]{64}$/;

async function roleAt(address: string): Promise<string> {
  const page = await signInPage(address);
  return ((await (await page.ask('/api/v1/whoami')).json()) as { as: string }).as;
}

test('`cairn ui --json` prints an address and opens nothing; where nobody types the page reads', async (context) => {
  const cairn = cairnIn(context);
  const answer = await cairn.json(['ui']);
  assert.deepEqual(Object.keys(answer), ['url']);
  assert.match(String(answer.url), ADDRESS);
  assert.equal(await roleAt(String(answer.url)), 'reader');
  const deep = new URL(String((await cairn.json(['ui', 'sessions/s_abc?tab=told'])).url));
  assert.equal(`${deep.pathname}${deep.search}`, '/sessions/s_abc?tab=told');
  assert.match(deep.hash, /^#code=/);
  for (const page of ['s_abcdefgh', 'http://evil.example/', '//evil.example/', '..', '\\\\evil.example\\']) {
    assert.equal(new URL(String((await cairn.json(['ui', page])).url)).origin, deep.origin, page);
  }
  assert.equal((await cairn.run(['ui', 'review#code=1', '--json'])).code, 2);
});

test('typed by a person it signs that person in, opens the browser, and says so where there is none', async (context) => {
  const cairn = cairnIn(context);
  const none = await cairn.terminal(['ui']);
  assert.match(none.stdout, /No browser could be opened here/);
  const [address = ''] = /http:\S+/.exec(none.stdout) ?? [];
  assert.equal(await roleAt(address), 'person');

  const bin = join(cairn.at.root, 'bin');
  const opened = join(cairn.at.root, 'opened');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${opened}\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const env = { DISPLAY: ':7', PATH: `${bin}:${cairn.env.PATH}` };
  if (process.platform !== 'linux') return;
  const { stdout, code } = await cairn.terminal(['ui', 'review'], { env });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Opened http:\/\/127\.0\.0\.1:\d+ in the browser/);
  assert.doesNotMatch(stdout, /code=/);
  assert.ok(existsSync(opened));
  assert.match(readFileSync(opened, 'utf8'), /^http:\/\/127\.0\.0\.1:\d+\/review#code=/);
});

test('once a browser is signed in, rows of lists are links into the dashboard, where the terminal shows links', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', join(DIST, '../examples/sample-project/sessions')])).code, 0);
  const env = { TERM_PROGRAM: 'WezTerm' };
  const link = (page: string): RegExp => new RegExp(`\\u001b\\]8;;http://127\\.0\\.0\\.1:\\d+/id/${page}_`);
  assert.doesNotMatch((await cairn.terminal(['sessions', '-a'], { env })).stdout, /\u001b\]8;;/);
  const address = String((await cairn.json(['ui'])).url);
  await roleAt(address);
  assert.match((await cairn.terminal(['sessions', '-a'], { env })).stdout, link('s'));
  assert.match((await cairn.terminal(['search', 'idempotency', '-a'], { env })).stdout, link('[a-z]+'));
  assert.doesNotMatch((await cairn.terminal(['sessions', '-a'])).stdout, /\u001b\]8;;/);
  assert.doesNotMatch((await cairn.run(['sessions', '-a'], { env })).stdout, /\u001b\]8;;/);
});

test('each system has its own program that opens an address, and none where there is no screen', () => {
  const commands = [
    { platform: 'darwin', env: {} },
    { platform: 'win32', env: {} },
    { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } },
    { platform: 'linux', env: { WSL_DISTRO_NAME: 'Debian' } },
    { platform: 'linux', env: {} },
  ] as const;
  assert.deepEqual(
    commands.map((place) => browserCommand(place)?.[0]),
    ['open', 'rundll32', 'xdg-open', 'wslview', undefined],
  );
});
