import type { AskResult, CollectionEntry, CollectionsResult, CollectResult } from '../../api/collection-answers.ts';
import { asString, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { renderList } from './entries.ts';
import { answer, LABEL, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

/** Collections, a line each. */
export function renderCollections({ collections }: CollectionsResult): ToolAnswer {
  const label = collections.length === 0 ? 'There are no collections.' : LABEL;
  return answer([label, ...collections.map(lineOf)], { label, collections: collections.map(dataOf) });
}

/** A collection with a page of what it holds, as listed memories. */
export function renderCollection({ collections, entries = [], nextCursor }: CollectionsResult): ToolAnswer {
  const listed = renderList({ entries, tokens: 0, ...omitUndefined({ nextCursor }) });
  return answer([...collections.map(lineOf), listed.text], {
    collections: collections.map(dataOf),
    ...listed.data,
  });
}

/** A collection as it is written out. */
export function renderExported({ collections, text = '' }: CollectionsResult): ToolAnswer {
  const safe = safeText(text);
  return answer([LABEL, safe], { label: LABEL, collections: collections.map(dataOf), text: safe });
}

/** What was done with a collection. */
export function renderCollected({ status, collection, missing }: CollectResult): ToolAnswer {
  const gone = missing.length === 0 ? [] : [`Unknown ids: ${missing.map(plain).join(', ')}.`];
  const label = `It was ${status}.`;
  return answer([label, lineOf(collection), ...gone], { label, status, collection: dataOf(collection), missing });
}

/** What a collection says to a question: sentences, then the passages, each with its id. */
export function renderAsked({ passages, text, notes, model }: AskResult): ToolAnswer {
  const label = passages.length === 0 ? 'Nothing in the collection answers this.' : LABEL;
  const sentences = safeText(text).trim();
  const shown = passages.map((one) => ({
    id: one.id,
    kind: one.kind,
    at: formatMinute(one.at),
    text: plain(one.text),
  }));
  const lines = shown.map(({ id, kind, at, text: passage }) => `- ${id} ${kind} ${at}: ${passage}`);
  return answer([label, ...(sentences === '' ? [] : [sentences]), ...lines, ...noteLines(notes)], {
    label,
    ...(sentences === '' ? {} : { answer: sentences }),
    ...omitUndefined({ model }),
    passages: shown,
    ...notesData(notes),
  });
}

/** Names and descriptions are what others wrote: on one line, as text. */
function lineOf(collection: CollectionEntry): string {
  const { id, name, description, live, members } = collection;
  const query = asString(collection.query?.query);
  const facts = [
    live ? 'live' : '',
    live && members === 0 ? '' : formatCounted(members, 'memory'),
    query === undefined ? '' : `of "${plain(query)}"`,
  ];
  const about = description === undefined ? '' : `: ${plain(description)}`;
  return `${id} ${plain(name)} (${facts.filter((fact) => fact !== '').join(', ')})${about}`;
}

function dataOf({ id, name, description, live, members, query }: CollectionEntry): JsonObject {
  const asked = asString(query?.query);
  return omitUndefined({
    id,
    name: plain(name),
    description: description === undefined ? undefined : plain(description),
    live: live || undefined,
    members,
    query: asked === undefined ? undefined : plain(asked),
  }) as JsonObject;
}
