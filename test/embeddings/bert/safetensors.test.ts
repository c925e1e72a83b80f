import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openSafetensors } from '../../../src/embeddings/bert/safetensors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function encode(tensors: Record<string, { dtype: string; bytes: Buffer }>): Buffer {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  let at = 0;
  for (const [name, { dtype, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape: [bytes.length], data_offsets: [at, at + bytes.length] };
    at += bytes.length;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

suite('a safetensors file', () => {
  test('gives its numbers, whatever floating point they are of', (context) => {
    const path = join(temporaryFolder(context), 'model.safetensors');
    const whole = Buffer.from(Float32Array.of(1.5, -2, 3e-5).buffer);
    const brain = Buffer.from(Uint16Array.of(0x3fc0, 0xc000).buffer);
    const half = Buffer.from(Uint16Array.of(0x3e00, 0xc000, 0x0001, 0x8000, 0x7bff).buffer);
    writeFileSync(
      path,
      encode({
        a: { dtype: 'F32', bytes: whole },
        b: { dtype: 'BF16', bytes: brain },
        c: { dtype: 'F16', bytes: half },
        d: { dtype: 'I64', bytes: Buffer.alloc(8) },
      }),
    );
    const tensors = openSafetensors(path);
    context.after(() => tensors.close());
    assert.deepEqual(tensors.names, ['a', 'b', 'c', 'd']);
    assert.deepEqual(tensors.read('a'), Float32Array.of(1.5, -2, 3e-5));
    assert.deepEqual(tensors.read('b'), Float32Array.of(1.5, -2));
    assert.deepEqual(tensors.read('c'), Float32Array.of(1.5, -2, 2 ** -24, -0, 65_504));
    for (const name of ['d', 'e']) assert.throws(() => tensors.read(name), { code: 'embedder_failed' });
  });

  test('that is missing, of something else or cut short is refused', (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, 'model.safetensors');
    assert.throws(() => openSafetensors(path), { code: 'embedder_failed' });
    for (const text of ['', 'abc', 'a long text that is nothing of the kind']) {
      writeFileSync(path, text);
      assert.throws(() => openSafetensors(path), { code: 'embedder_failed' });
    }
    const whole = encode({ a: { dtype: 'F32', bytes: Buffer.alloc(64) } });
    writeFileSync(path, whole.subarray(0, -8));
    const tensors = openSafetensors(path);
    context.after(() => tensors.close());
    assert.throws(() => tensors.read('a'), { code: 'embedder_failed' });
  });
});
