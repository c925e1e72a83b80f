import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { readLines } from '../../src/capture/read-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-lines-'));
const path = join(folder, 'file.jsonl');
after(() => rmSync(folder, { recursive: true, force: true }));

test('gives every line with its place, whatever is in them', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.replace(/[\r\n]/g, ''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.boolean(), (lines, closed) => {
      const text = lines.join('\n') + (closed && lines.length > 0 ? '\n' : '');
      writeFileSync(path, text);
      const found = [...readLines(path, 0)];
      const expected = text === '' ? [] : closed ? lines : lines.filter((one, i) => i < lines.length - 1 || one !== '');
      assert.deepEqual(
        found.map((one) => one.text),
        expected.map((one) => Buffer.from(one, 'utf8').toString('utf8')),
      );
      for (const one of found) assert.deepEqual([...readLines(path, one.start)][0]?.text, one.text);
      assert.equal(found.at(-1)?.end ?? 0, Buffer.byteLength(text));
    }),
    { numRuns: 60 },
  );
});

test('lines longer than a chunk come whole, one over the limit comes empty and the next one is right', () => {
  const long = 'x'.repeat(700_000);
  const tooLong = 'y'.repeat(33 * 1024 * 1024);
  writeFileSync(path, `first\n${long}\r\n${tooLong}\nlast`);
  const found = [...readLines(path, 0)];
  assert.deepEqual(
    found.map((line) => [line.text.length, line.tooLong, line.open]),
    [
      [5, false, false],
      [700_000, false, false],
      [0, true, false],
      [4, false, true],
    ],
  );
});
