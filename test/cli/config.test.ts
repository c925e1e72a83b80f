import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

interface Listed {
  settings: { key: string; value: unknown; default: unknown; from: string }[];
  unknown: string[];
}

function withConfig(context: TestContext, text?: string): { cairn: Cairn; path: string } {
  const cairn = cairnIn(context);
  const path = join(cairn.at.home, 'config.json');
  if (text !== undefined) {
    mkdirSync(cairn.at.home, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
  }
  return { cairn, path };
}

test('lists every setting with its value, its default and where it comes from', async (context) => {
  const { cairn } = withConfig(context, '{"context": {"startTokens": 800}, "mine": 1}');
  const { settings, unknown } = (await cairn.json(['config'])) as unknown as Listed;
  const of = (key: string): unknown[] => {
    const { value, from } = settings.find((setting) => setting.key === key) ?? {};
    return [value, from];
  };
  assert.deepEqual(of('context.startTokens'), [800, 'file']);
  assert.deepEqual(of('worker.start'), ['auto', 'default']);
  assert.deepEqual(of('home'), [cairn.at.home, 'env']);
  assert.deepEqual(unknown, ['mine']);
  const shown = await cairn.run(['config']);
  assert.match(shown.stdout, /^context\.startTokens = 800 \(config\.json; default 450\)\n {2}Most tokens/m);
  assert.match(shown.stderr, /It also has mine, which is not a setting/);
  assert.equal((await cairn.run(['config', 'get', 'context.startTokens'])).stdout, '800\n');
});

test('sets and unsets one key and keeps the rest of the file', async (context) => {
  const { cairn, path } = withConfig(
    context,
    '{\n    "mine": {"a": [1, 2]},\n    "context": {"startTokens": 800}\n}\n',
  );
  assert.equal((await cairn.run(['config', 'set', 'context.startTokens', '900'])).code, 0);
  assert.equal(readFileSync(path, 'utf8'), '{\n    "mine": {"a": [1, 2]},\n    "context": {"startTokens": 900}\n}\n');
  await cairn.run(['config', 'set', 'privacy.excludePaths', '**/secret/**, *.pem']);
  const { value } = await cairn.json(['config', 'get', 'privacy.excludePaths']);
  assert.deepEqual(value, ['**/secret/**', '*.pem']);
  await cairn.terminal(['config', 'unset', 'privacy.excludePaths']);
  const back = await cairn.json(['config', 'unset', 'context.startTokens']);
  assert.deepEqual([back.value, back.from], [450, 'default']);
  assert.deepEqual((JSON.parse(readFileSync(path, 'utf8')) as { mine: unknown }).mine, { a: [1, 2] });
});

test('makes the file for its owner alone, and says what a worker and a variable have to do with it', async (context) => {
  const { cairn, path } = withConfig(context);
  await cairn.run(['status']);
  const { stderr } = await cairn.run(['config', 'set', 'log.level', 'debug'], { env: { CAIRN_LOG_LEVEL: 'error' } });
  assert.match(stderr, /^log\.level is error\.\nThe variable CAIRN_LOG_LEVEL overrides/);
  assert.match(stderr, /cairn worker restart/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('refuses what no setting takes, and mends a file that holds such a value', async (context) => {
  const { cairn, path } = withConfig(context, '{"worker.start": "perhaps"}');
  assert.equal((await cairn.run(['config'])).code, 2);
  for (const args of [
    ['set', 'worker.start', 'perhaps'],
    ['set', 'context.startTokens', '-1'],
    ['set', 'context.startTokens'],
    ['set', 'no.such', '1'],
    ['set', 'home', '/x'],
    ['get'],
    ['turn', 'log.level'],
  ]) {
    const { code, stderr } = await cairn.run(['config', ...args]);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, /^error: .+\nfix: {3}.+\n$/);
  }
  const worded = await cairn.run(['config', 'set', 'context.startTokens', 'many']);
  assert.match(worded.stderr, /context\.startTokens is "many"; it takes a number from 0 to 2000/);
  assert.equal((await cairn.run(['config', 'unset', 'worker.start'])).code, 0);
  assert.equal((await cairn.run(['config', 'get', 'worker.start'])).stdout, 'auto\n');
  assert.ok(!existsSync(path));
});

test('never shows the key of a server, wherever it comes from and whatever is wrong with it', async (context) => {
  const { cairn, path } = withConfig(context, '{"embed": {"key": "key-of-a-test"}}');
  const env = { CAIRN_EMBED_KEY: 'key-of-a-test' };
  const runs = [
    await cairn.run(['config', 'list']),
    await cairn.run(['config', 'list', '--json'], { env }),
    await cairn.run(['config', 'get', 'embed.key']),
    await cairn.terminal(['config', 'set', 'embed.key', 'key-of-a-test-2']),
  ];
  for (const { stdout, stderr } of runs) {
    assert.match(stdout + stderr, /embed\.key|\(set\)/);
    assert.ok(!(stdout + stderr).includes('key-of-a-test'));
  }
  writeFileSync(path, '{"embed": {"key": 123454321}}');
  const { code, stderr } = await cairn.run(['config', 'list']);
  assert.equal(code, 2);
  assert.match(stderr, /embed\.key is of a wrong form; it takes a text/);
  assert.ok(!stderr.includes('123454321'));
});
