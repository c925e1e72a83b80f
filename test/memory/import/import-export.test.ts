import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ImportProgress } from '../../../src/api/answers.ts';
import { EXPORT_HEADER } from '../../../src/importers/export-format.ts';
import { openFresh } from '../../support/fresh-home.ts';

test('a packed export of nothing but line ends says why it is not read on', async (context) => {
  const { memory, at } = openFresh(context);
  const path = join(at.root, 'export.jsonl.gz');
  writeFileSync(path, gzipSync(`${EXPORT_HEADER}\n${'\n'.repeat(1_200_000)}`));
  let last: ImportProgress | undefined;
  for await (const step of memory.import({ paths: [path] })) last = step;
  assert.equal(last?.added, 0);
  assert.match(last?.errors[0]?.message ?? '', /1000000 lines in a row that say nothing/);
});
