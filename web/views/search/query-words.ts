// The words of a question as the field holds them: filters in it are read and written here, so that what is ticked and what
// is typed are the same text. What a filter means is the memory's to say.

/** Filters that the facets tick. */
export type TickedFilter = 'kind' | 'agent' | 'after';

const FILTER = /(?<=^|\s)(-?)(kind|agent|after):(?:"([^"\n]*)"|(\S*))/g;
const ANY_FILTER =
  /(?<=^|\s)-?(?:file|agent|kind|project|session|before|after|since|until|concept|meaning|category):(?:"[^"\n]*"|\S*)/g;

/** The values of a filter in a question: `kind:decision,constraint` has two. */
export function valuesOf(question: string, name: TickedFilter): string[] {
  return [...question.matchAll(FILTER)].flatMap(([, minus, found, quoted, bare]) => {
    if (found !== name || minus === '-') return [];
    const value = quoted ?? bare ?? '';
    return name === 'kind' ? value.split(',').filter(Boolean) : [value].filter(Boolean);
  });
}

/** A question with the values of a filter replaced; none take it out. */
export function withValues(question: string, name: TickedFilter, values: readonly string[]): string {
  const rest = question
    .replaceAll(FILTER, (written, minus, found) => (found === name && minus === '' ? '' : written))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (values.length === 0) return rest;
  const value = values.join(',');
  return `${rest} ${name}:${/\s/.test(value) ? `"${value}"` : value}`.trim();
}

/** A question without the filters that can be ticked: what the facets count over. */
export function withoutTicked(question: string): string {
  return (['kind', 'agent', 'after'] as const).reduce((text, name) => withValues(text, name, []), question);
}

/** The words of a question without any filter. */
export function bareWords(question: string): string {
  return question.replaceAll(ANY_FILTER, ' ').replaceAll(/\s+/g, ' ').trim();
}

const LEAST = 3;
const ENDING = /(?:ing|ed|es|s|er|e)$/;

/** The beginnings of the words that a hit is marked by. */
export function markedStems(question: string): string[] {
  const words =
    bareWords(question)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  const long = words.filter((word) => word.length >= LEAST && !SMALL.has(word));
  return [...new Set(long.map((word) => (word.length > LEAST + 2 ? word.replace(ENDING, '') : word)))];
}

const SMALL = new Set(
  'the and for why how what when where who which did does was were are not you our with that this from into have has had can should about instead use used'.split(
    ' ',
  ),
);

/** A text in pieces, those that begin a word with one of the stems marked. */
export function markPieces(text: string, stems: readonly string[]): { text: string; isMarked: boolean }[] {
  if (stems.length === 0) return [{ text, isMarked: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.map(escaped).join('|')})[\\p{L}\\p{N}]*`, 'giu');
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isMarked: false });
    pieces.push({ text: found, isMarked: true });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
