import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice } from '../secret-samples.ts';

const dice = createDice(31);
const key = dice.of('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 36);
const hex = dice.of('0123456789abcdef', 40);
const uuid = [8, 4, 4, 4, 12].map((size) => dice.of('0123456789abcdef', size)).join('-');

test('a literal that looks drawn goes behind the name of a service, and as what a client is made of', () => {
  for (const text of [
    ...[`weather = "${key}"`, `const maps = '${key}';`, `cfg["geo"] = "${hex}"`, `client = weather.Client("${key}")`],
    ...[`new WeatherApi('${hex}')`, `geo.init("${uuid}")`, `weather_key = "${hex}"`, `{"weather":{"key":"${key}"}}`],
    ...[`require('weather')('${key}')`, `weather.New("${hex}")`, `new Weather('${key}')`, `client = weather("${key}")`],
    ...[`x-weather-key: ${key}`, `# weather\nKEY=${hex}`, `the weather key is ${uuid}`, `weather.key = '${uuid}'`],
  ]) {
    const clean = redact(text).text;
    assert.ok(![key, hex, uuid].some((secret) => clean.includes(secret)), clean);
    assert.match(clean, /\[redacted:(?:service-key|api-key)\]/, clean);
  }
});

test('hashes, ids, data and words stay', () => {
  for (const text of [
    ...[
      `commit = "${hex}"`,
      `checksum = "${hex}"`,
      `const testId2 = '${uuid}';`,
      `agent = "${uuid}"`,
      `sha1 = "${hex}"`,
    ],
    ...[
      `checkout("${hex}")`,
      `expect(got).toBe("${hex}")`,
      `greeting = "internationalization"`,
      `cache_key = "${hex}"`,
      `new ObjectId("${hex}")`,
      `id = uuid.New("${uuid}")`,
    ],
    ...['run = "2025-12-01-8f76b0e8-test-session-one"', "key = 'ArrowDown'", '<li key="row-12">', `sort key: ${hex}`],
  ]) {
    assert.equal(redact(text).text, text);
  }
});
