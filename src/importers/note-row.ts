import type { JsonObject } from '../core/json.ts';
import type { Noted } from '../core/model/event.ts';

/** A note as another product stored it, as an importer passes it on; fields without a value are left out. */
export type KeptNote = { text: string | undefined; title?: string | undefined } & Partial<
  Pick<Noted, 'author' | 'item' | 'knowledge'>
> & {
    detail?: { [Key in keyof Noted['detail']]?: Noted['detail'][Key] | undefined };
    metadata?: { [key: string]: string | number | undefined };
  };

/** The event for a note of another product; a string is the reason why there is none. */
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

/** Paragraphs, each after its name; empty ones are left out. `undefined` when all are empty. */
export function paragraphs(
  parts: readonly (readonly [name: string, words: string | readonly string[] | undefined])[],
): string | undefined {
  const texts = parts.flatMap(([name, words]) => {
    const text =
      typeof words === 'string' || words === undefined ? words?.trim() : words.map((entry) => `- ${entry}`).join('\n');
    if (text === undefined || text === '') return [];
    return [name === '' ? text : `${name}:${text.startsWith('- ') ? '\n' : ' '}${text}`];
  });
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function withValues(fields: object): object {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}
