import type { ForgetReceipt } from '../../api/forget-receipt.ts';
import { randomKey, sha256Hex } from '../../core/hash.ts';

/** Lengths of the windows of passages in bytes: few, since a checker reads the files once for each. */
const WINDOWS = [48, 24, 12] as const;
const SALT_BYTES = 16;
const BASE = 16_777_619;

/** What a receipt tells, beside the passages. */
export type ReceiptFacts = Pick<ForgetReceipt, 'at' | 'files' | 'kept' | 'sync'>;

/** Builds the receipt of what was forgotten: of each passage its first bytes, as hashes; passages shorter than 12 bytes are left out. */
export function createReceipt(passages: readonly string[], facts: ReceiptFacts): ForgetReceipt {
  const salt = randomKey(SALT_BYTES);
  const windows = passages.flatMap((passage) => {
    const bytes = Buffer.from(passage, 'utf8');
    const length = WINDOWS.find((window) => window <= bytes.length);
    return length === undefined ? [] : [bytes.subarray(0, length)];
  });
  return {
    version: 1,
    ...facts,
    salt: salt.toString('hex'),
    passages: windows.map((window) => ({
      bytes: window.length,
      sum: window.reduce((sum, byte) => (Math.imul(sum, BASE) + byte) >>> 0, 0),
      sha256: sha256Hex(Buffer.concat([salt, window])),
    })),
  };
}
