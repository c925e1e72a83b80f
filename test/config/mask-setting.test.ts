import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSetting } from '../../src/config/describe-setting.ts';
import { maskSetting, shortSetting } from '../../src/config/mask-setting.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { SETTING_KEYS } from '../../src/config/settings.ts';

const SECRET = 'Zq7vTr4Kp9wXb2Nd6Lm3';

const HOLDERS = [
  `http://bob:${SECRET}@127.0.0.1:9/v1`,
  `command:mytool --api-key ${SECRET}`,
  `command:mytool --token=${SECRET} --fast`,
];

for (const value of HOLDERS) {
  test(`a secret in a setting is shown nowhere: ${value.replace(SECRET, '…')}`, () => {
    assert.ok(!String(maskSetting(value)).includes(SECRET), String(maskSetting(value)));
    assert.ok(!shortSetting(value).includes(SECRET), shortSetting(value));
    const env = { CAIRN_LLM_URL: value, CAIRN_LLM_MODEL: value, CAIRN_EMBED_MODEL: value, CAIRN_EMBED_URL: value };
    const config = resolveConfig({ env, userHome: '/home/dev', readText: () => undefined });
    const shown = SETTING_KEYS.map((key) => describeSetting(key, config));
    assert.ok(!JSON.stringify(shown).includes(SECRET));
    // The page offers no value for editing that it does not have whole.
    assert.equal(shown.find(({ key }) => key === 'llm.model')?.secret, true);
  });
}

test('what holds no secret stays readable', () => {
  for (const value of ['none', 'openai:some-model', 'http://127.0.0.1:11434/v1', 'command:my-tool --fast'])
    assert.equal(maskSetting(value), value);
  assert.deepEqual(maskSetting(['**/secret/**', '*.pem']), ['**/secret/**', '*.pem']);
  assert.equal(maskSetting(800), 800);
  assert.equal(shortSetting('http://127.0.0.1:11434/v1'), 'http://127.0.0.1:11434/v1');
  assert.equal(shortSetting('openai:some-model'), 'openai:some-model');
});

test('of what can hold a secret in any form the short form has no part', () => {
  assert.equal(shortSetting(`command:my-tool -p hunter2`), 'command:my-tool …');
  assert.equal(shortSetting(`http://host/hooks/${SECRET}${SECRET}?k=hunter2`), 'http://host/hooks/…');
});
