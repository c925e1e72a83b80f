/** A word: characters between spaces, or one character of a script without spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** A line of several entries, of which as many are kept as fit. */
export interface TruncatableLine {
  label: string;
  entries: string[];
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** The first words of a text, with `…` when there were more. */
export function cutWords(text: string, most: number): string {
  let count = 0;
  for (const match of text.matchAll(WORD)) {
    if (count >= most) return `${text.slice(0, match.index).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** Cuts lines to at most `most` words in all: short lines stay whole, long ones are cut to one common length. */
export function truncateLines(lines: readonly TruncatableLine[], most: number): TruncatableLine[] {
  const filled = lines.filter(({ entries }) => entries.length > 0);
  const sizes = filled.map((line) => countWords(lineText(line)));
  let share = Math.max(...sizes, 0);
  while (share > 1 && sizes.reduce((sum, size) => sum + Math.min(size, share), 0) > most) share -= 1;
  return filled.map((line) => fitLine(line, share));
}

/** A line as text. */
export function lineText({ label, entries }: TruncatableLine): string {
  return `${label}: ${entries.join('; ')}`;
}

/** As many whole entries as fit, the first one cut when it does not fit by itself; then the number of the others. */
function fitLine({ label, entries }: TruncatableLine, most: number): TruncatableLine {
  const room = most - countWords(label);
  if (countWords(entries.join('; ')) <= room) return { label, entries };
  const [first = '', ...rest] = entries;
  const said = [cutWords(first, rest.length === 0 ? room : Math.max(room - 2, 1))];
  for (const entry of rest) {
    if (countWords([...said, entry].join('; ')) > room - 2) break;
    said.push(entry);
  }
  const left = entries.length - said.length;
  return { label, entries: left === 0 ? said : [...said, `${left} more`] };
}
