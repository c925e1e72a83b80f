import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CairnError, toCairnError } from '../core/errors.ts';
import { createSha256 } from '../core/hash.ts';
import { zlib } from './zlib.ts';

const LEVEL = 3;
const FILE_MODE = 0o600;

/** Compresses a file with Zstandard into a new, synced one of mode 0600; the SHA-256 of what was read, in hex. */
export async function packFile(from: string, to: string): Promise<string> {
  const { constants, createZstdCompress } = zlib();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const hashed = createHashing();
  await pipeline(createReadStream(from), hashed.stream, compress, newFile(to));
  syncFile(to);
  return hashed.digest();
}

/**
 * Unpacks a file that `packFile` made, into a new, synced one where `to` is given; the SHA-256 of what came out, in hex. Throws `damaged`
 * where it cannot be unpacked, and `invalid_input` where more than `maxBytes` come out.
 */
export async function unpackFile(
  from: string,
  { to, maxBytes = Number.MAX_SAFE_INTEGER }: { to?: string; maxBytes?: number } = {},
): Promise<string> {
  const hashed = createHashing(maxBytes);
  try {
    const target = to === undefined ? nowhere() : newFile(to);
    await pipeline(createReadStream(from), zlib().createZstdDecompress(), hashed.stream, target);
  } catch (error) {
    if (error instanceof CairnError || !/^(?:ZSTD|Z|ERR)_/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    throw new CairnError('damaged', `${from} cannot be unpacked: ${toCairnError(error).message}.`, {
      fix: 'Another backup may be whole: cairn backup verify',
      cause: error,
    });
  }
  if (to !== undefined) syncFile(to);
  return hashed.digest();
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hashed = createHashing();
  await pipeline(createReadStream(path), hashed.stream, nowhere());
  return hashed.digest();
}

/** Makes what was written to a file durable. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A stream that hands its bytes on, hashes them, and fails after `maxBytes`. */
function createHashing(maxBytes = Number.MAX_SAFE_INTEGER): { stream: Transform; digest: () => string } {
  const hash = createSha256();
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes <= maxBytes) done(null, chunk);
      else done(new CairnError('invalid_input', `More than ${maxBytes} bytes come out of it.`));
    },
  });
  return { stream, digest: hash.digest };
}

function newFile(path: string): Writable {
  return createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
