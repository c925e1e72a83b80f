/**
 * By what another program checks that what was forgotten is gone, without Cairn and without a word of it. `salt`: hex.
 * Each passage: the length of its window in bytes, the polynomial of its bytes to the base 16777619 modulo 2^32, and the
 * SHA-256 of salt and window in hex. `files`: what was searched. `kept`: the file that holds it until a time. `sync`: how much of
 * it was shared, and the members who had not confirmed yet that they erased it; by its ids `sync` tells who has not since.
 */
export interface ForgetReceipt {
  version: number;
  at: string;
  salt: string;
  passages: { bytes: number; sum: number; sha256: string }[];
  files: { name: string; bytes: number }[];
  kept?: { file: string; until: string };
  sync?: { ids: string[]; memories: number; members: string[]; state: 'pending' };
}
