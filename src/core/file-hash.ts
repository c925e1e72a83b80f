import { sha256Hex } from './hash.ts';

const DIGITS = 16;

/**
 * Identifies the text of a file by 16 hexadecimal digits of SHA-256; its line ends, the empty lines at its end and a byte
 * order mark do not count, since tools report the text without them.
 */
export function fileHash(text: string): string {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
  let end = lines.length;
  while (lines[end - 1] === '\n') end -= 1;
  return sha256Hex(lines.slice(0, end)).slice(0, DIGITS);
}
