import { hashBase32, sha256Hex } from '../../core/hash.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { cutText } from '../../core/text/text.ts';
import { redact } from '../../privacy/redact.ts';

/** One memory as a model sees it: its id, who it is from, what it is, and its words. */
export interface MaterialPiece {
  id: string;
  by: string;
  what: string;
  text: string;
}

/** What one answer is about: a session, an observation, a question. */
export interface Subject {
  /** Its id, by which the answer names it. */
  id: string;
  /** What else is known of it, in words of Cairn. */
  head: JsonObject;
  pieces: readonly MaterialPiece[];
}

const PIECE_CHARS = 4_000;

/** A subject as it may be sent: without secrets and what acts in a terminal, and bounded. */
export function toSend({ id, head, pieces }: Subject): Subject {
  return {
    id,
    head: Object.fromEntries(
      Object.entries(head).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
    ),
    pieces: pieces.map(({ text, ...piece }) => ({ ...piece, text: clean(text) })),
  };
}

/** The key of an answer: of what was asked, by which version of the prompt, about which words. */
export function answerKey(asked: string, { head, pieces }: Subject): string {
  return sha256Hex(canonicalJson([asked, head, pieces.map((piece) => ({ ...piece }))]));
}

/**
 * Subjects as lines of JSON between two lines that nothing in them can be like: their mark is a hash of the lines between
 * them, and within a line of JSON no line ends.
 */
export function frameMaterial(subjects: readonly Subject[]): string {
  const lines = subjects.flatMap(({ id, head, pieces }) => [
    JSON.stringify({ about: id, ...head }),
    ...pieces.map((piece) => JSON.stringify(piece)),
  ]);
  const mark = hashBase32(lines, 8);
  return [`BEGIN MATERIAL ${mark}`, ...lines, `END MATERIAL ${mark}`].join('\n');
}

function clean(text: string): string {
  return redact(safeText(cutText(text, PIECE_CHARS))).text;
}
