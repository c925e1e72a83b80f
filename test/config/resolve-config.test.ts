import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Config, resolveConfig } from '../../src/config/resolve-config.ts';
import { SETTING_HELP } from '../../src/config/setting-help.ts';
import { allowedValues } from '../../src/config/setting-value.ts';
import { SETTING_KEYS, SETTINGS, type Setting } from '../../src/config/settings.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { CairnError } from '../../src/core/errors.ts';

function resolve(env: Record<string, string> = {}, file?: string): Config {
  const readText = (path: string): string | undefined => (path === '/home/ann/.cairn/config.json' ? file : undefined);
  return resolveConfig({ env, userHome: '/home/ann', readText });
}

function failure(run: () => unknown): CairnError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof CairnError);
    return error;
  }
  assert.fail('nothing was thrown');
}

test('without environment and file every setting has its default', () => {
  const { settings, from, unknown } = resolve();
  assert.equal(settings.home, '/home/ann/.cairn');
  for (const key of SETTING_KEYS) {
    if (key !== 'home') assert.deepEqual(settings[key], SETTINGS[key].default, key);
    assert.equal(from[key], 'default', key);
  }
  assert.deepEqual(unknown, []);
});

test('the environment goes before the file, the file before the default', () => {
  const file = JSON.stringify({ 'worker.start': 'never', 'worker.idleMinutes': 5 });
  const { settings, from } = resolve({ CAIRN_WORKER_IDLE_MINUTES: '7' }, file);
  assert.equal(settings['worker.start'], 'never');
  assert.equal(settings['worker.idleMinutes'], 7);
  assert.equal(from['worker.start'], 'file');
  assert.equal(from['worker.idleMinutes'], 'env');
});

test('nested keys of the file are the same as dotted ones', () => {
  const nested = resolve({}, '{"worker":{"start":"never"},"privacy":{"excludePaths":["*.key"]}}');
  const flat = resolve({}, '{"worker.start":"never","privacy.excludePaths":["*.key"]}');
  assert.deepEqual(nested.settings, flat.settings);
  assert.deepEqual(nested.settings['privacy.excludePaths'], ['*.key']);
});

test('keys that no setting has are told and change nothing', () => {
  const { unknown, settings } = resolve({}, '{"worker":{"colour":"red"},"x":{"y":1},"home":"/elsewhere"}');
  assert.deepEqual(unknown, ['worker.colour', 'x', 'home']);
  assert.equal(settings.home, '/home/ann/.cairn');
});

test('a wrong value is an error that names key, value, place and what is allowed', () => {
  const wrong = failure(() => resolve({}, '{"worker.start":"sometimes"}'));
  assert.equal(wrong.code, 'invalid_input');
  for (const part of ['worker.start', '"sometimes"', 'auto or never', '/home/ann/.cairn/config.json']) {
    assert.ok(wrong.message.includes(part), part);
  }
  assert.match(failure(() => resolve({ CAIRN_WORKER_IDLE_MINUTES: 'ten' })).message, /CAIRN_WORKER_IDLE_MINUTES/);
  assert.match(failure(() => resolve({ CAIRN_CONTEXT_ENABLED: 'maybe' })).message, /true or false/);
  assert.match(failure(() => resolve({}, '{"context.startTokens": 2001}')).message, /0 to 2000/);
  assert.match(failure(() => resolve({}, '{"privacy.excludePaths": ["a", 1]}')).message, /list/);
});

test('a file that is no JSON object is an error; an empty one is not', () => {
  assert.equal(failure(() => resolve({}, '{"worker":')).code, 'invalid_input');
  assert.equal(failure(() => resolve({}, '[]')).code, 'invalid_input');
  assert.equal(resolve({}, ' \n').settings['worker.start'], 'auto');
});

test('variables give booleans, numbers and lists', () => {
  const { settings } = resolve({
    CAIRN_CONTEXT_ENABLED: 'off',
    CAIRN_WORKER_IDLE_MINUTES: '0.5',
    CAIRN_EXCLUDE_PATHS: ' *.pem, secrets/** ,',
    CAIRN_LOG_LEVEL: '',
  });
  assert.equal(settings['context.enabled'], false);
  assert.equal(settings['worker.idleMinutes'], 0.5);
  assert.deepEqual(settings['privacy.excludePaths'], ['*.pem', 'secrets/**']);
  assert.equal(settings['log.level'], 'info');
});

test('CAIRN_HOME moves every path; it takes ~ and no relative path', () => {
  assert.equal(resolve({ CAIRN_HOME: '/srv/memory/' }).paths.db, '/srv/memory/cairn.db');
  assert.equal(resolve({ CAIRN_HOME: '~/m' }).settings.home, '/home/ann/m');
  assert.match(failure(() => resolve({ CAIRN_HOME: 'memory' })).message, /absolute/);
  for (const [name, path] of Object.entries(resolve({ CAIRN_HOME: '/h' }).paths)) {
    assert.ok(path === '/h' || path.startsWith('/h/'), name);
  }
});

test('every row of the table is complete: a default that its type takes, a help sentence, a variable of its own', () => {
  const variables = SETTING_KEYS.flatMap((key) => (SETTINGS[key] as Setting).env ?? []);
  assert.equal(new Set(variables).size, variables.length);
  for (const key of SETTING_KEYS) {
    const { default: value }: Setting = SETTINGS[key];
    const help = SETTING_HELP[key];
    assert.match(help, /^[A-Z].*\.$/, key);
    assert.ok(allowedValues(key).length > 0, key);
    if (key !== 'home') assert.deepEqual(resolve({}, JSON.stringify({ [key]: value })).settings[key], value);
  }
});

test('deadlines are those of the product; a variable for tests makes all of them longer, and is no setting', () => {
  assert.deepEqual(resolve().deadlines, DEADLINES);
  const { deadlines, from } = resolve({ CAIRN_TEST_DEADLINE_SCALE: '2.5' });
  assert.deepEqual(
    Object.entries(deadlines),
    Object.entries(DEADLINES).map(([name, ms]) => [name, ms * 2.5]),
  );
  assert.deepEqual(Object.keys(from), [...SETTING_KEYS]);
  for (const wrong of ['0', '0.5', '1001', 'long', ' ']) {
    const { code, message } = failure(() => resolve({ CAIRN_TEST_DEADLINE_SCALE: wrong }));
    assert.equal(code, 'invalid_input');
    assert.match(message, /CAIRN_TEST_DEADLINE_SCALE is ".*"; it takes a number from 1 to 1000/);
  }
});
