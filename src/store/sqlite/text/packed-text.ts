import { CairnError } from '../../../core/errors.ts';
import { DEEP_SALVAGE } from '../../../core/salvage-advice.ts';
import { zlib } from '../../../platform/zlib.ts';

/** Codes of the packing, stored as the first byte. */
const PLAIN = 0;
const ZSTD = 1;
/** Level 1 takes half the time of level 3, for 2 % more bytes. */
const LEVEL = 1;

/** Packs a text, or its UTF-8, as bytes: the code of the packing, then the UTF-8, compressed when that is shorter. */
export function packText(text: string | Buffer): Uint8Array {
  const plain = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const { constants, zstdCompressSync } = zlib();
  const packed = zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  return packed.length < plain.length
    ? Buffer.concat([Uint8Array.of(ZSTD), packed])
    : Buffer.concat([Uint8Array.of(PLAIN), plain]);
}

/** Unpacks such bytes. Throws `damaged` when they cannot be read. */
export function unpackText(data: Uint8Array): string {
  const packed = data.subarray(1);
  try {
    if (data[0] === PLAIN) return Buffer.from(packed).toString('utf8');
    if (data[0] === ZSTD) return zlib().zstdDecompressSync(packed).toString('utf8');
  } catch (error) {
    throw new CairnError('damaged', 'A stored text cannot be unpacked.', { fix: DEEP_SALVAGE, cause: error });
  }
  throw new CairnError('damaged', `A stored text is packed in an unknown way (${data[0]}).`, { fix: DEEP_SALVAGE });
}
