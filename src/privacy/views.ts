/** A text as it is read, and where its characters stand in the text as it is written. */
export interface TextView {
  text: string;
  /** The offset in the written text of a character of the view, where that is another. */
  at?: (offset: number) => number;
}

/** What a text is not read with: colours of a terminal, also escaped, characters without a width, and ends of lines that go on. */
const UNSEEN = [
  '\\\n',
  '\\\r\n',
  '\x1b[',
  '\\u001b[',
  '\\x1b[',
  '\\033[',
  '\xad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
];
const SEEN_AS_NOTHING =
  /\\\r?\n[ \t]{0,40}|(?:\x1b|\\(?:u001b|x1b|033))\[[\d;]{0,20}[A-Za-z]|[\xad\u200b-\u200d\u2060\ufeff]/g;
/** Quotes, brackets and operators as addresses, pages and JSON write them. */
const ENCODED =
  /%(?:2[0267]|3[ABDE]|[57][BD])|&(?:quot|apos|lt|gt|#(?:3[49]|6[012]|x[23][2-9a-e]));|\\u00(?:2[0267]|3[acde])/gi;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * The ways in which a text is read: without what nobody sees, as it is written, and with what is encoded. Each is linear
 * in the length of the text.
 */
export function* viewsOf(text: string): Generator<TextView> {
  if (UNSEEN.some((mark) => text.includes(mark))) {
    const seen = viewOf(text, SEEN_AS_NOTHING, () => '');
    if (seen !== undefined) yield seen;
  }
  yield { text };
  if (/[%&]|\\u00/.test(text)) {
    const decoded = viewOf(text, ENCODED, decode);
    if (decoded !== undefined) yield decoded;
  }
}

function decode(written: string): string {
  const name = /[a-z]+(?=;)/.exec(written)?.[0] ?? '';
  const hex = /^(?:%|\\u00|&#x)([\da-f]{2})/i.exec(written)?.[1];
  return (
    ENTITIES[name] ?? String.fromCharCode(hex === undefined ? Number(written.slice(2, -1)) : Number.parseInt(hex, 16))
  );
}

function viewOf(text: string, written: RegExp, read: (match: string) => string): TextView | undefined {
  const starts: number[] = [];
  const shifts: number[] = [];
  let out = '';
  let end = 0;
  for (const { 0: match, index } of text.matchAll(written)) {
    out += text.slice(end, index) + read(match);
    end = index + match.length;
    starts.push(out.length);
    shifts.push(end - out.length);
  }
  if (end === 0) return undefined;
  return { text: out + text.slice(end), at: (offset) => offset + (shifts[lastUpTo(starts, offset)] ?? 0) };
}

/** Index of the last of ascending numbers that is at most `most`; -1 for none. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
