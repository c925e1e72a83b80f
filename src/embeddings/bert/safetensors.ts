import { closeSync, readSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';
import { asObject, parseJson } from '../../core/json.ts';
import { openRegularFile } from '../../platform/files.ts';

const HEADER_BYTES_MAX = 100_000_000;
const BYTES_OF = { F32: 4, F16: 2, BF16: 2 } as const;

/** The tensors of a file, read one at a time. */
export interface Tensors {
  names: readonly string[];
  /** The numbers of a tensor. Throws `embedder_failed` for one that is not there or not of floating point. */
  read(name: string): Float32Array;
  close(): void;
}

/** Opens a file in the safetensors format (a length, a header of JSON, the numbers). Throws `embedder_failed`. */
export function openSafetensors(path: string): Tensors {
  const file = openFile(path);
  const read = (offset: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const got = readSync(file, bytes, done, length - done, offset + done);
      if (got === 0) throw failed(`${path} is cut short`);
      done += got;
    }
    return bytes;
  };
  try {
    const length = Number(read(0, 8).readBigUInt64LE());
    if (length > HEADER_BYTES_MAX) throw failed(`${path} is no safetensors file`);
    const header = asObject(parseJson(read(8, length).toString('utf8')));
    return {
      names: Object.keys(header).filter((name) => name !== '__metadata__'),
      read(name) {
        const { dtype, data_offsets: offsets } = asObject(header[name]);
        const [start, end] = Array.isArray(offsets) ? offsets.map(Number) : [];
        if (start === undefined || end === undefined || typeof dtype !== 'string' || !(dtype in BYTES_OF)) {
          throw failed(`${path} has no tensor ${name} of floating point`);
        }
        return toFloats(read(8 + length + start, end - start), dtype as keyof typeof BYTES_OF);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function toFloats(bytes: Buffer, type: keyof typeof BYTES_OF): Float32Array {
  const count = bytes.length / BYTES_OF[type];
  // Little-endian, as is every machine that Node runs on but one.
  if (type === 'F32') return new Float32Array(bytes.buffer, bytes.byteOffset, count);
  const bits = Uint32Array.from({ length: count }, (_, i) => {
    const half = bytes.readUInt16LE(2 * i);
    return type === 'BF16' ? half << 16 : fromHalf(half);
  });
  return new Float32Array(bits.buffer);
}

// The bits of a half (1 sign, 5 exponent, 10 fraction) as those of a single.
function fromHalf(half: number): number {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return sign | 0x7f800000 | (fraction << 13);
  if (exponent > 0) return sign | ((exponent + 112) << 23) | (fraction << 13);
  const small = new Uint32Array(new Float32Array([fraction * 2 ** -24]).buffer)[0] ?? 0;
  return sign | small;
}

function openFile(path: string): number {
  try {
    return openRegularFile(path);
  } catch (cause) {
    throw failed(`${path} cannot be opened`, cause);
  }
}

function failed(message: string, cause?: unknown): CairnError {
  return new CairnError('embedder_failed', message, { cause, fix: 'look at the folder that embed.model names' });
}
