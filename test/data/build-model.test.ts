import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../../bench/support/recorded/recorded-files.ts';
import { buildBundledModel } from '../../scripts/build-model.ts';

const MODEL = fileURLToPath(new URL('../../packages/model-minilm/minilm.cairn', import.meta.url));

suite('the bundled model', () => {
  const data = dataFolder();
  assert.ok(data, 'name the folder of recorded files in CAIRN_DATA');
  // Its published weights are 90 MB: they are there where someone put them.
  const folder = process.env.CAIRN_MODEL_SOURCE ?? join(data, '..', 'models', 'all-MiniLM-L6-v2');

  test('is made again byte for byte from the weights that were published', (context) => {
    if (!existsSync(folder)) return context.diagnostic(`no weights in ${folder}: name them in CAIRN_MODEL_SOURCE`);
    assert.ok(buildBundledModel(folder).equals(readFileSync(MODEL)));
  });
});
