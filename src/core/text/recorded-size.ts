/** The line that the door leaves where it cut the middle out of a long text: characters left out, and characters and lines of all. */
const CUT = /\n\[cut: \d+ of (\d+) characters, (\d+) lines\]\n/;
const BEGIN = '\n[cut: ';

/** Characters and lines that a text had when it was recorded; `undefined` for one that was kept whole. */
export function recordedSize(text: string): { chars: number; lines: number } | undefined {
  const [, chars, lines] = (text.includes(BEGIN) ? CUT.exec(text) : null) ?? [];
  return chars === undefined ? undefined : { chars: Number(chars), lines: Number(lines) };
}
