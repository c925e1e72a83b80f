import type { JsonValue } from '../../core/json.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { foldText, wordsOf } from '../../core/text/terms.ts';

/** Every text that an event holds: of its body and of all that lies in it. */
export function textsOf(event: Pick<StoredEvent, 'body'>): string[] {
  const texts: string[] = [];
  const waiting: JsonValue[] = [event.body as unknown as JsonValue];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return texts;
}

/**
 * True for an event that holds every word of a query and every "exact phrase" in it, whole words, case and accents aside.
 * A query without a word holds for none.
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
    // Cheap and nearly exact; the words are cut out only of what passes.
    if (!rare.every((word) => folded.includes(word))) return false;
    const all = ` ${wordsOf(text).join(' ')} `;
    return wanted.every((part) => all.includes(` ${part} `));
  };
}
