import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SettingsResult } from '../../../src/api/home-answers.ts';
import { SETTING_KEYS } from '../../../src/config/settings.ts';
import { openFresh } from '../../support/fresh-home.ts';

const entryOf = ({ settings }: SettingsResult, key: string) => settings.find((one) => one.key === key);

test('lists every setting with its origin, and shows no secret', async (context) => {
  const { memory, at } = openFresh(context);
  const listed = await memory.settings();
  assert.deepEqual(
    listed.settings.map(({ key }) => key),
    SETTING_KEYS,
  );
  assert.deepEqual([listed.file, listed.unknown, listed.notes], [join(at.home, 'config.json'), [], []]);
  const start = entryOf(listed, 'context.startTokens');
  assert.deepEqual([start?.from, start?.locked, start?.pending, start?.type], ['default', false, false, 'number']);
  assert.deepEqual(entryOf(listed, 'home')?.locked, true);
  const person = memory.withCaller({ surface: 'http', person: true });
  await person.settings({ set: 'llm.key', value: 'a-key-of-my-own' });
  const shown = await memory.settings();
  assert.equal(entryOf(shown, 'llm.key')?.value, '(set)');
  assert.ok(!JSON.stringify(shown).includes('a-key-of-my-own'));
});

test('changes one setting in the file, says that the worker does not know yet, and gives it its default again', async (context) => {
  const { memory, at } = openFresh(context);
  const changed = await memory.settings({ set: 'context.startTokens', value: '800' });
  const entry = entryOf(changed, 'context.startTokens');
  assert.deepEqual(
    [changed.changed, entry?.value, entry?.from, entry?.pending],
    ['context.startTokens', 800, 'file', true],
  );
  assert.equal(changed.notes[0]?.code, 'restart');
  assert.deepEqual(JSON.parse(readFileSync(changed.file, 'utf8')), { 'context.startTokens': 800 });
  const back = await memory.settings({ unset: 'context.startTokens' });
  assert.deepEqual([entryOf(back, 'context.startTokens')?.from, back.notes], ['default', []]);
  assert.equal(existsSync(join(at.home, 'config.json')), false);
});

test('refuses a wrong value, an unknown key, two at once, and the home', async (context) => {
  const { memory } = openFresh(context);
  for (const input of [
    { set: 'context.startTokens', value: 'many' },
    { set: 'no.such', value: '1' },
    { set: 'log.level' },
    { value: '3' },
    { set: 'log.level', value: 'debug', unset: 'log.level' },
  ]) {
    await assert.rejects(memory.settings(input), { code: 'invalid_input' }, JSON.stringify(input));
  }
  await assert.rejects(memory.settings({ set: 'home', value: '/tmp' }), { code: 'not_allowed' });
});

test('lets only a person loosen a guard, and anybody tighten it', async (context) => {
  const { memory } = openFresh(context);
  const person = memory.withCaller({ surface: 'http', person: true });
  await memory.settings({ set: 'tripwires.mode', value: 'block' });
  await assert.rejects(memory.settings({ set: 'tripwires.mode', value: 'off' }), { code: 'not_allowed' });
  await assert.rejects(memory.settings({ unset: 'tripwires.mode' }), { code: 'not_allowed' });
  await person.settings({ set: 'tripwires.mode', value: 'off' });
  await memory.settings({ set: 'privacy.excludePaths', value: '**/secret/**,*.pem' });
  await assert.rejects(memory.settings({ set: 'privacy.excludePaths', value: '*.pem' }), { code: 'not_allowed' });
  await memory.settings({ set: 'privacy.excludePaths', value: '*.key,**/secret/**,*.pem' });
  await assert.rejects(memory.settings({ set: 'llm.model', value: 'openai:some' }), { code: 'not_allowed' });
  await assert.rejects(memory.settings({ set: 'retention.days', value: 'prompt=1' }), { code: 'not_allowed' });
  assert.equal((await person.settings({ set: 'llm.model', value: 'none' })).changed, 'llm.model');
});
