import type { JsonObject } from '../core/json.ts';
import type { Noted } from '../core/model/event.ts';
import { MEANINGS } from '../core/model/kinds.ts';
import { paragraphs } from '../core/text/paragraphs.ts';
import { countIn, listIn, type SourceRow, textIn, wordIn } from './source-row.ts';

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

/** The detail of an observation, from columns with claude-mem's names. */
export function observationIn(row: SourceRow): NonNullable<KeptNote['detail']> {
  return {
    subtitle: textIn(row, 'subtitle'),
    meaning: wordIn(row, 'type', MEANINGS),
    facts: listIn(row, 'facts'),
    concepts: listIn(row, 'concepts'),
    filesRead: listIn(row, 'files_read'),
    filesChanged: listIn(row, 'files_modified'),
    tokens: countIn(row, 'discovery_tokens'),
  };
}

/** The files of a summary, from columns with claude-mem's names. */
export function filesIn(row: SourceRow): { filesRead: string[]; filesChanged: string[] } {
  return { filesRead: listIn(row, 'files_read'), filesChanged: listIn(row, 'files_edited') };
}

/** Title and text of a summary, from the columns that several products have in common. */
export function summaryIn(row: SourceRow): { title: string | undefined; text: string | undefined } {
  return {
    title: textIn(row, 'title', 'request', 'completed'),
    text: paragraphs([
      ['Request', textIn(row, 'request')],
      ['Investigated', textIn(row, 'investigated')],
      ['Learned', textIn(row, 'learned')],
      ['Completed', textIn(row, 'completed')],
      ['Next steps', textIn(row, 'next_steps')],
      ['Notes', textIn(row, 'notes')],
    ]),
  };
}

function withValues(fields: object): object {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}
