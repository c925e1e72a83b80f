import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { narrowSettings, PROJECT_KEYS, projectSchema, readProjectSettings } from '../../src/config/project-settings.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { SETTING_KEYS, SETTINGS } from '../../src/config/settings.ts';
import type { JsonValue } from '../../src/core/json.ts';

function ownWith(file: Record<string, JsonValue> = {}) {
  const readText = (): string => JSON.stringify(file);
  return resolveConfig({ env: {}, userHome: '/home/dev', readText }).settings;
}

const read = (values: JsonValue, own = ownWith()) => readProjectSettings(JSON.stringify(values), own);

test('a project narrows context, recording, files and words, flat and in groups, with comments', () => {
  const text = `{
    // less here
    "context": { "startTokens": 100, "enabled": false, },
    "capture.enabled": false, /* nothing */
    "privacy": { "excludePaths": ["vault/"], "patterns": ["ACME-*"] },
  }`;
  assert.deepEqual(readProjectSettings(text, ownWith({ 'privacy.excludePaths': ['*.mine'] })), {
    narrowed: {
      'context.startTokens': 100,
      'context.enabled': false,
      'capture.enabled': false,
      'privacy.excludePaths': ['*.mine', 'vault/'],
      'privacy.patterns': ['ACME-*'],
    },
    ignored: [],
  });
});

test('a project takes in no file that is left out without it, and says so', () => {
  const own = ownWith({ 'privacy.excludePaths': ['*.mine'] });
  const { narrowed, ignored } = read({ 'privacy.excludePaths': ['!.env', '!**'] }, own);
  assert.deepEqual(narrowed, {});
  assert.deepEqual(ignored, [{ key: 'privacy.excludePaths', why: 'only takes in again what you or Cairn leave out' }]);
  const mixed = read({ 'privacy.excludePaths': ['!.env', 'logs/', '!logs/kept.log'] }, own);
  assert.deepEqual(mixed.narrowed['privacy.excludePaths'], ['*.mine', 'logs/', '!logs/kept.log']);
});

test('a project makes tripwires stricter and never weaker', () => {
  assert.deepEqual(read({ 'tripwires.mode': 'block' }).narrowed, { 'tripwires.mode': 'block' });
  const weaker = read({ 'tripwires.mode': 'off', 'tripwires.errors': false });
  assert.deepEqual(weaker.narrowed, {});
  assert.deepEqual(
    weaker.ignored.map(({ key }) => key),
    ['tripwires.mode', 'tripwires.errors'],
  );
  assert.match(weaker.ignored[0]?.why ?? '', /would loosen your own setting, which is warn/);
});

test('a project raises no budget and turns on no context that its person has off', () => {
  const { narrowed, ignored } = read(
    { 'context.startTokens': 2_000, 'context.enabled': true, 'context.promptTokens': -1 },
    ownWith({ 'context.enabled': false }),
  );
  assert.deepEqual(narrowed, {});
  assert.equal(ignored.length, 3);
});

test('no other setting is for a project, whatever its value', () => {
  const others = SETTING_KEYS.filter((key) => !PROJECT_KEYS.includes(key as (typeof PROJECT_KEYS)[number]));
  const asked = Object.fromEntries(others.map((key) => [key, SETTINGS[key].default as JsonValue]));
  const { narrowed, ignored } = read({ ...asked, mine: 1 });
  assert.deepEqual(narrowed, {});
  assert.ok(ignored.length === 20 && ignored.every(({ why }) => why === 'is not for a project to set'));
  for (const key of ['llm.url', 'embed.key', 'home', 'retention.days', 'log.level'])
    assert.ok(others.includes(key as never));
  assert.deepEqual(read({ mine: 1 }).ignored, [{ key: 'mine', why: 'is not a setting of a project' }]);
});

test('whatever a file holds, nothing throws and no setting is loosened', () => {
  const keys = fc.constantFrom(...SETTING_KEYS, ...PROJECT_KEYS);
  const values = fc.oneof(fc.jsonValue(), fc.integer({ min: 0, max: 3_000 }), fc.constantFrom('off', 'warn', 'block'));
  const own = ownWith();
  fc.assert(
    fc.property(fc.dictionary(keys, values as fc.Arbitrary<JsonValue>), (file) => {
      const settings = narrowSettings(own, read(file, own).narrowed);
      for (const key of SETTING_KEYS) {
        if (key.startsWith('context.') && key !== 'context.format')
          assert.ok(Number(settings[key]) <= Number(own[key]), key);
        else if (!key.startsWith('tripwires.')) assert.deepEqual(settings[key], own[key], key);
      }
      assert.notEqual(settings['tripwires.mode'], 'off');
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readProjectSettings(text, own)));
});

test('a hostile text costs no time and breaks nothing', () => {
  const size = 64 * 1024;
  const texts = [
    '['.repeat(size),
    '{"a":'.repeat(size / 5),
    '/*'.repeat(size / 2),
    '"\\'.repeat(size / 2),
    ', '.repeat(size / 2),
  ];
  for (const text of texts) {
    const began = performance.now();
    assert.equal(readProjectSettings(text, ownWith()).problem, 'is not a JSON object');
    // A square of the length would be minutes.
    assert.ok(performance.now() - began < 5_000, text.slice(0, 4));
  }
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key\u001b[31m${i}`, i]));
  const { ignored } = read(many);
  assert.equal(ignored.length, 20);
  assert.doesNotMatch(ignored[0]?.key ?? '', /\u001b/);
});

test('the schema takes what counts and refuses what does not', () => {
  const validator = new Validator(projectSchema() as ConstructorParameters<typeof Validator>[0], '2020-12');
  assert.ok(validator.validate({ 'capture.enabled': false, 'privacy.patterns': ['ACME-*'] }).valid);
  assert.ok(!validator.validate({ 'llm.url': 'http://127.0.0.1' }).valid);
  assert.ok(!validator.validate({ 'tripwires.mode': 'off' }).valid);
});
