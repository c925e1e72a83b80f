import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { fileLines } from '../../../src/agents/shared/transcripts/file-lines.ts';
import { type FileLine, readLines } from '../../../src/ingest/transcripts/read-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-lines-'));
const path = join(folder, 'file.jsonl');
async function linesOf(file: string, from: number): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const batch of readLines(file, from)) lines.push(...batch);
  return lines;
}
after(() => rmSync(folder, { recursive: true, force: true }));

test('gives every line with its place, whatever is in them, packed or not', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.replace(/[\r\n]/g, ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.boolean(), async (lines, closed) => {
      const text = lines.join('\n') + (closed && lines.length > 0 ? '\n' : '');
      writeFileSync(path, text);
      const found = await linesOf(path, 0);
      const expected = text === '' ? [] : closed ? lines : lines.filter((one, i) => i < lines.length - 1 || one !== '');
      assert.deepEqual(
        found.map((one) => one.text),
        expected.map((one) => Buffer.from(one, 'utf8').toString('utf8')),
      );
      for (const one of found) assert.deepEqual((await linesOf(path, one.start))[0]?.text, one.text);
      writeFileSync(`${path}.gz`, gzipSync(text));
      writeFileSync(`${path}.zst`, zstdCompressSync(text));
      const middle = found[Math.floor(found.length / 2)]?.start ?? 0;
      for (const packed of [`${path}.gz`, `${path}.zst`]) {
        assert.deepEqual(await linesOf(packed, 0), found);
        assert.deepEqual(await linesOf(packed, middle), await linesOf(path, middle));
      }
      assert.equal(found.at(-1)?.end ?? 0, Buffer.byteLength(text));
    }),
    { numRuns: 60 },
  );
});

test('a line without an end is given up, by both who read lines', { timeout: 240_000 }, async () => {
  const endless = join(folder, 'endless.jsonl');
  writeFileSync(endless, '{"type":"user"}\n');
  // A hole: nothing of it is on the disk.
  truncateSync(endless, 2 ** 40);
  const refused = { code: 'invalid_input', message: `${endless} has a line of more than 1 GB: it is no transcript.` };
  await assert.rejects(linesOf(endless, 0), refused);
  assert.throws(() => [...fileLines(endless)], refused);
});

test('lines longer than a chunk come whole, one over the limit comes empty and the next one is right', async () => {
  const long = 'x'.repeat(700_000);
  const tooLong = 'y'.repeat(33 * 1024 * 1024);
  writeFileSync(path, `first\n${long}\r\n${tooLong}\nlast`);
  const found = await linesOf(path, 0);
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

test('a line of so many values that they would fill the memory comes empty; one of many commas in texts comes whole', async () => {
  const text = JSON.stringify({ text: '[,{"'.repeat(400_000) });
  writeFileSync(path, `first\n[${'{},'.repeat(400_000)}{}]\n${text}\nlast\n`);
  assert.deepEqual(
    (await linesOf(path, 0)).map((line) => [line.text.length, line.tooLong]),
    [
      [5, false],
      [0, true],
      [text.length, false],
      [4, false],
    ],
  );
});

test('of a packed file that is cut off, what can be unpacked is read', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `${i} ${Math.sin(i)}`).join('\n');
  for (const [ending, packed] of [
    ['gz', gzipSync(text)],
    ['zst', zstdCompressSync(text)],
  ] as const) {
    writeFileSync(`${path}.${ending}`, packed.subarray(0, packed.length / 2));
    const found = await linesOf(`${path}.${ending}`, 0);
    assert.ok(found.length < 20_000);
    for (const [i, line] of found.slice(0, -1).entries()) assert.match(line.text, new RegExp(`^${i} `));
  }
});

test('of a packed file that unpacks to thousands of times its size no more is read than of a transcript', async () => {
  const packed = `${path}.bomb.zst`;
  writeFileSync(packed, zstdCompressSync(Buffer.alloc(120 * 1024 * 1024, 'a')));
  await assert.rejects(linesOf(packed, 0), {
    code: 'invalid_input',
    message: /unpacks to more than a transcript does/,
  });
});
