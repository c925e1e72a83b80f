import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFiles } from '../../../src/retrieval/entries/name-files.ts';

test('names files of one folder together', () => {
  assert.equal(nameFiles(['src/a.ts'], 100), 'src/a.ts');
  assert.equal(
    nameFiles(['src/a.ts', 'test/a.test.ts', 'src/b.ts', 'README.md'], 100),
    'src/{a.ts, b.ts}, test/a.test.ts, README.md',
  );
});

test('says how many more there are than fit, and at least one', () => {
  const many = Array.from({ length: 30 }, (_, i) => `src/components/part-${i}.ts`);
  assert.match(nameFiles(many, 100), /^src\/components\/\{part-0\.ts, .*\} and \d+ more$/);
  assert.equal(nameFiles(many, 1), 'src/components/part-0.ts and 29 more');
});
