import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedLines, readPatch } from '../../../src/derive/text/changed-lines.ts';

test('keeps only the lines between common head and tail, new ones first', () => {
  assert.deepEqual(changedLines('a\nb\nc\n', 'a\nx\ny\nc\n'), { text: '+x\n+y\n-b', added: 2, removed: 1 });
  assert.deepEqual(changedLines('', 'a\n'), { text: '+a', added: 1, removed: 0 });
  assert.deepEqual(changedLines('a', 'a'), { text: '', added: 0, removed: 0 });
});

test('reads the files and lines of a patch', () => {
  const patch = `*** Begin Patch
*** Update File: src/a.ts
@@
-old
+new
*** Add File: src/b.ts
+one
*** Delete File: src/c.ts
*** End Patch`;
  const reading = readPatch(patch);
  assert.deepEqual(reading.changed, ['src/a.ts', 'src/b.ts']);
  assert.deepEqual(reading.deleted, ['src/c.ts']);
  assert.equal(reading.text, '-old\n+new\n+one');
  assert.deepEqual(readPatch('--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b').changed, ['x.ts']);
});
