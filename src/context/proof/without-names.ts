import type { ContextLine } from '../lines/context-line.ts';

const QUOTES = /["“”„«»]/;

/**
 * A line without the names that are gone, where they stand in a list with others that are left; `undefined` where no
 * list is left, or where words are quoted, which are never changed.
 */
export function withoutNames(
  line: ContextLine,
  gone: readonly string[],
  left: readonly string[],
): ContextLine | undefined {
  if (left.length === 0 || QUOTES.test(line.text)) return undefined;
  let { text } = line;
  for (const name of gone) {
    const cut = cutName(text, name) ?? cutName(text, name.slice(name.lastIndexOf('/') + 1));
    if (cut === undefined) return undefined;
    text = cut;
  }
  return { ...line, text: text.replace(/\{([^{},]+)\}/g, '$1') };
}

/** The text without one entry of a list, and the comma next to it; `undefined` when it is in no list. */
function cutName(text: string, name: string): string | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const pattern of [`, ${escaped}(?![\\w/.-])`, `(?<![\\w/.-])${escaped}, `]) {
    const cut = text.replace(new RegExp(pattern), '');
    if (cut !== text) return cut;
  }
  return undefined;
}
