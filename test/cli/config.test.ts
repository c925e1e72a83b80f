import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Validator } from '@cfworker/json-schema';
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

test('keeps comments of the file, reads past them, and does not take $schema for a setting', async (context) => {
  const text =
    '{\n  // mine, not "yours"\n  "$schema": "https://example.org/a",\n  "log.level": "debug", /* , } */\n}\n';
  const { cairn, path } = withConfig(context, text);
  const { settings, unknown } = (await cairn.json(['config'])) as unknown as Listed;
  assert.equal(settings.find(({ key }) => key === 'log.level')?.value, 'debug');
  assert.deepEqual(unknown, []);
  await cairn.run(['config', 'set', 'log.level', 'error']);
  assert.equal(readFileSync(path, 'utf8'), text.replace('debug', 'error'));
});

test('names its file, and has a schema that takes what the settings take', async (context) => {
  const { cairn, path } = withConfig(context, '{"worker.start": "perhaps"}');
  assert.equal((await cairn.run(['config', 'path'])).stdout, `${path}\n`);
  const schema = new Validator(JSON.parse((await cairn.run(['config', 'schema'])).stdout), '2020-12', false);
  const isValid = (value: unknown): boolean => schema.validate(value).valid;
  assert.ok(isValid({ $schema: 'x', 'log.level': 'debug', context: { startTokens: 800 }, 'embed.key': '' }));
  for (const wrong of [
    { 'log.level': 'loud' },
    { context: { startTokens: -1 } },
    { context: { sartTokens: 1 } },
    { a: 1 },
  ])
    assert.ok(!isValid(wrong), JSON.stringify(wrong));
});

test('edit takes over what an editor leaves, if it is correct and loosens nothing without a person', async (context) => {
  const { cairn, path } = withConfig(context, '{\n  "privacy.excludePaths": ["*.pem"] // keys\n}\n');
  const before = readFileSync(path, 'utf8');
  const edited = (script: string) => cairn.run(['config', 'edit'], { env: { VISUAL: '', EDITOR: `sed -i ${script}` } });
  const good = await edited('s/\\*.pem"/&,"*.crt"/');
  assert.equal(good.code, 0, good.stderr);
  assert.equal(readFileSync(path, 'utf8'), before.replace('"*.pem"', '"*.pem","*.crt"'));
  assert.match((await edited('s/a/a/')).stderr, /Nothing changed/);
  const kept = readFileSync(path, 'utf8');
  for (const [script, says] of [
    ['s/\\[/[[/', /is not a JSON object/],
    ['s/.*pem.*/"log.level":"loud"/', /log\.level is "loud"; it takes/],
    ['s/"\\*.pem",//', /Only a person can loosen privacy\.excludePaths/],
  ] as const) {
    const { code, stderr } = await edited(script);
    assert.notEqual(code, 0, script);
    assert.match(stderr, says);
    assert.match(stderr, /The settings are as they were; what you wrote is in .+config\.draft\.json/);
    assert.equal(readFileSync(path, 'utf8'), kept);
  }
  assert.equal((await cairn.run(['config', 'edit'], { env: { VISUAL: 'false' } })).code, 130);
  const none = await cairn.run(['config', 'edit'], { env: { VISUAL: '', EDITOR: '' } });
  assert.match(none.stderr, /neither VISUAL nor EDITOR is set[\s\S]*fix: {3}EDITOR=nano cairn config edit/);
});

test('edit begins a new file, and a person in a window may loosen', async (context) => {
  const { cairn, path } = withConfig(context);
  const shown = await cairn.terminal(['config', 'edit'], {
    env: { EDITOR: 'sed -i s/^}/"tripwires.mode":"off"\\n}/' },
  });
  assert.match(shown.stdout, /The settings are changed/);
  assert.match(readFileSync(path, 'utf8'), /^\{\n {2}\/\/ Settings of Cairn\.[\s\S]*"tripwires.mode":"off"\n\}\n$/);
});

test("shows what a project's own file narrows, and what of it is ignored, here and in doctor", async (context) => {
  const { cairn } = withConfig(context, '{"context": {"startTokens": 300}}');
  mkdirSync(join(cairn.at.project, '.cairn'));
  const file = join(cairn.at.project, '.cairn', 'config.json');
  writeFileSync(
    file,
    '{\n// less\n"context.startTokens": 100, "capture.enabled": false, "llm.url": "http://127.0.0.1:1"}',
  );
  const listed = (await cairn.json(['config'])) as unknown as Listed & {
    project: { file: string; ignored: unknown[] };
  };
  const { value, from } = listed.settings.find(({ key }) => key === 'context.startTokens') ?? {};
  assert.deepEqual([value, from], [100, 'project']);
  assert.equal(listed.settings.find(({ key }) => key === 'llm.url')?.value, '');
  assert.equal(listed.project.file, file);
  assert.deepEqual(listed.project.ignored, [{ key: 'llm.url', why: 'is not for a project to set' }]);
  const shown = await cairn.run(['config']);
  assert.match(shown.stdout, /^context\.startTokens = 100 \(\.cairn\/config\.json here; default 450\)$/m);
  assert.match(
    shown.stderr,
    /It sets capture\.enabled to false\.\nIts llm\.url is ignored: it is not for a project to set\./,
  );
  assert.equal((await cairn.run(['config', 'get', 'context.startTokens'])).stdout, '100\n');
  assert.match(
    (await cairn.run(['doctor'])).stdout,
    /narrows context\.startTokens, capture\.enabled\..*Ignored: llm\.url/,
  );
  assert.match(
    (await cairn.run(['status'])).stdout,
    /^Nothing is recorded that agents do here: .*config\.json has it off\.$/m,
  );
  assert.ok('properties' in (await cairn.json(['config', 'schema', 'project'])));
});
