import type { JsonObject } from '../core/json.ts';
import type { Noted } from '../core/model/event.ts';

/** What a product kept, as a reader has it at hand: what has no value is left out. */
export type KeptNote = { text: string | undefined; title?: string | undefined } & Partial<
  Pick<Noted, 'author' | 'item' | 'knowledge'>
> & {
    detail?: { [Key in keyof Noted['detail']]?: Noted['detail'][Key] | undefined };
    metadata?: { [key: string]: string | number | undefined };
  };

/** The event of something that a product kept; a text says why it is none. */
export function noteRow({ text, title, detail = {}, metadata = {}, ...kind }: KeptNote): Noted | string {
  const words = text ?? title;
  if (words === undefined) return 'without words';
  const more = withValues(metadata) as JsonObject;
  const all = { ...detail, ...(Object.keys(more).length === 0 ? {} : { metadata: more }) };
  return {
    kind: 'noted',
    text: words,
    ...(title === undefined ? {} : { title }),
    ...kind,
    person: false,
    detail: withValues(all) as Noted['detail'],
  };
}

/** Paragraphs, each with its name before it; those without words are left out, and `undefined` when all are. */
export function paragraphs(
  parts: readonly (readonly [name: string, words: string | readonly string[] | undefined])[],
): string | undefined {
  const said = parts.flatMap(([name, words]) => {
    const text =
      typeof words === 'string' || words === undefined ? words?.trim() : words.map((entry) => `- ${entry}`).join('\n');
    if (text === undefined || text === '') return [];
    return [name === '' ? text : `${name}:${text.startsWith('- ') ? '\n' : ' '}${text}`];
  });
  return said.length === 0 ? undefined : said.join('\n\n');
}

function withValues(fields: object): object {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}
