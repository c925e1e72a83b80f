// context/lines: the lines of a block: how one is worded, weighed, packed into a budget, and whether its words may be said.
// Nothing here chooses the occasion or writes.

import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { isoDay } from '../../core/text/calendar.ts';
import { cutText } from '../../core/text/text.ts';
import { composedTitle, mayQuote, quotableWords, sayable, trustOf } from '../../retrieval/validity/trust.ts';

/** One line that a block could hold: it starts with its item's id, so that an agent can ask for more. */
export interface ContextLine {
  id: ItemId;
  kind: ItemKind;
  section: string;
  text: string;
  worth: number;
}

/** What a line says of an item, before trust, id and limits. */
export interface LineDraft {
  section: string;
  worth: number;
  /** What the line begins with. */
  label: string;
  /** The item's words. Left out where they may not be said: then Cairn's own title of the item stands there. */
  words: string;
  maxChars?: number;
}

const LINE_CHARS = 300;
const KNOWLEDGE_LABEL = {
  constraint: 'Constraint',
  decision: 'Decision',
  heuristic: 'Preference',
  rejected: 'Rejected',
} as const;

/** A line about an item: whole, labelled as the agent's, or composed by Cairn, as design §9's table says. */
export function contextLineOf(item: Item, draft: LineDraft): ContextLine {
  const said = mayQuote(item)
    ? `${draft.label}: ${cutText(sayable(draft.words), draft.maxChars ?? LINE_CHARS)}`
    : `${composedTitle(item)}, ${dateOf(item.at)}`;
  return factLine(item, { section: draft.section, worth: draft.worth, text: said });
}

/** A line whose text Cairn composed itself of facts. */
export function factLine(item: Item, fact: { section: string; worth: number; text: string }): ContextLine {
  return {
    id: item.id,
    kind: item.kind,
    section: fact.section,
    worth: fact.worth,
    text: `[${item.id}] ${sayable(fact.text)}`,
  };
}

/** A line of a piece of knowledge: what it is, who stands behind it and since when. */
export function knowledgeLine(item: Item, place: { section: string; worth: number }): ContextLine {
  const what = KNOWLEDGE_LABEL[item.detail.knowledge ?? 'heuristic'];
  return contextLineOf(item, {
    ...place,
    label: `${what} ${sourceOf(item)}, ${dateOf(item.at)}`,
    words: quotableWords(item),
  });
}

/** A line of a prompt: who asked and when. */
export function promptLine(
  item: Item,
  place: { section: string; worth: number; label?: string; words?: string },
): ContextLine {
  const { label = 'Asked', words = quotableWords(item), ...rest } = place;
  return contextLineOf(item, { ...rest, label: `${label} ${sourceOf(item)}, ${dateOf(item.at)}`, words: `"${words}"` });
}

/** Who stands behind an item's words. */
export function sourceOf(item: Item): string {
  if (trustOf(item) === 'whole') return item.author === 'person' ? 'by a person' : 'confirmed by a person';
  return item.kind === 'prompt' ? "in an agent's session" : 'as an agent noted it, not confirmed';
}

/** The day of a time in milliseconds since 1970, UTC: `2026-01-31`. */
export function dateOf(at: number): string {
  return isoDay(Math.min(Math.max(at, 0), 8.64e15));
}
