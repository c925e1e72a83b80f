/**
 * All texts of a turn so far, as two hashes of 32 bits and the number of characters: no words. Gemini's hook
 * has all texts of a turn as one; its transcript has each separately.
 */
export type TurnHash = readonly [number, number, number];

/** A turn without a text. */
export const EMPTY_TURN: TurnHash = [0x811c9dc5, 0x9e3779b9, 0];

/**
 * Ignored by the hashes: spaces, which mark where two pieces of an answer met, and zero-width characters, which only
 * the hook has.
 */
const SPACE = /[\s\u200B-\u200F]+/g;

/** Adds one more text of the turn. */
export function addText([one, other, length]: TurnHash, text: string): TurnHash {
  const words = withoutComments(text.replace(SPACE, ''));
  let first = one;
  let second = other;
  for (let at = 0; at < words.length; at += 1) {
    const code = words.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193) >>> 0;
    second = Math.imul(second ^ code, 0x85ebca6b) >>> 0;
    second = (second ^ (second >>> 13)) >>> 0;
  }
  return [first, second, length + words.length];
}

/** The identity of the texts so far, on which hook and transcript agree at the end of a turn. */
export function keyOfTurn(hash: TurnHash): string {
  return hash.map((part) => part.toString(36)).join('-');
}

function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}
