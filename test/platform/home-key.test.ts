import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { openHomeKey } from '../../src/platform/home-key.ts';
import { runModule } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MODULE = JSON.stringify(new URL('../../src/platform/home-key.ts', import.meta.url).href);

test('the key is made once, 32 bytes in a file of mode 0600, and stays the same', (t) => {
  const path = join(temporaryFolder(t), 'home', 'key');
  const key = openHomeKey(path);
  assert.equal(key.length, 32);
  assert.deepEqual(openHomeKey(path), key);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(path, '..')), ['key']);
});

test('processes that start at once all get the same key', async (t) => {
  const path = join(temporaryFolder(t), 'home', 'key');
  const text = `import { openHomeKey } from ${MODULE};
    process.stdout.write(Buffer.from(openHomeKey(${JSON.stringify(path)})).toString('hex'));`;
  const runs = await Promise.all(Array.from({ length: 6 }, () => runModule(text)));
  const keys = new Set(runs.map((run) => run.stdout));
  assert.equal(keys.size, 1, runs.map((run) => run.stderr).join('\n'));
  assert.match([...keys].join(), /^[0-9a-f]{64}$/);
});

test('a key file of another length is damaged, not replaced', (t) => {
  const path = join(temporaryFolder(t), 'key');
  writeFileSync(path, 'short');
  assert.throws(
    () => openHomeKey(path),
    (error) => error instanceof CairnError && error.code === 'damaged',
  );
});
