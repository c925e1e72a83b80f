import type { JsonValue } from '../../core/json.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { foldText, wordsOf } from '../../core/text/terms.ts';

/** Every text of an event: all strings of its body, nested ones included, but its place. */
export function textsOf(event: Pick<StoredEvent, 'body'>): string[] {
  const texts: string[] = [];
  const { place: _, ...body } = event.body;
  const waiting: JsonValue[] = [body as unknown as JsonValue];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return texts;
}

/**
 * Builds a test for events that contain every word and every "exact phrase" of a query; whole words, ignoring case and
 * accents. A query without a word matches nothing.
 */
export function createMatcher(query: string): (event: Pick<StoredEvent, 'body'>) => boolean {
  const phrases = [...query.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => wordsOf(phrase).join(' '));
  const words = wordsOf(query.replace(/"[^"]+"/g, ' '));
  const wanted = [...phrases, ...words].filter((part) => part !== '');
  const rare = wordsOf(wanted.join(' ')).sort((a, b) => b.length - a.length);
  return (event) => {
    if (wanted.length === 0) return false;
    const text = textsOf(event).join('\n');
    const folded = foldText(text);
    // A cheap, nearly exact test first; only texts that pass it are cut into words.
    if (!rare.every((word) => folded.includes(word))) return false;
    const all = ` ${wordsOf(text).join(' ')} `;
    return wanted.every((part) => all.includes(` ${part} `));
  };
}
