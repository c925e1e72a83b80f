// context/lines: the lines of a block: wording, worth, packing into a budget, and whether an item's words may be
// quoted. Nothing here chooses the occasion or writes.

import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoDay } from '../../core/text/calendar.ts';
import { cutText } from '../../core/text/text.ts';
import type { DiskClaim } from '../../retrieval/proof/disk-claim.ts';
import { composedTitle, mayQuote, quotableWords, sayable, trustOf } from '../../retrieval/validity/trust.ts';

/** A candidate line for a block; it starts with its item's id, so that an agent can ask for more. */
export interface ContextLine {
  id: ItemId;
  kind: ItemKind;
  section: string;
  text: string;
  worth: number;
  /** What must still hold for it to be told, besides what its words name. */
  claims?: readonly DiskClaim[];
  /** A person muted its item: no block tells it. */
  muted?: boolean;
  /** Knowledge that a person stated or confirmed. */
  stated?: boolean;
  /** It says more about what another line is about, and says nothing without that line. */
  besides?: ItemId;
  /** What speaks for telling it, in words; where absent its section says it. */
  why?: string;
  /** Its number among the drafts of an explained block. */
  draft?: number;
}

/** The parts of a line about an item, before trust, id and limits apply. */
export interface LineDraft {
  section: string;
  worth: number;
  /** What the line begins with. */
  label: string;
  /** The item's words; where they may not be quoted, Cairn's own title for the item replaces them. */
  words: string;
  maxChars?: number;
  why?: string;
}

const LINE_CHARS = 300;
/** How every line begins. */
const ID = /^\[\w+\] /;
/** What an agent reads of each kind of rule. */
export const KNOWLEDGE_LABEL = {
  constraint: 'Constraint',
  decision: 'Decision',
  heuristic: 'Preference',
  rejected: 'Rejected',
} as const;

/** A line about an item, by its trust: its words in full, labelled as the agent's, or composed by Cairn. */
export function contextLineOf(item: Item, draft: LineDraft): ContextLine {
  const said = mayQuote(item)
    ? `${draft.label}: ${cutText(sayable(draft.words), draft.maxChars ?? LINE_CHARS)}`
    : `${composedTitle(item)}, ${dateOf(item.at)}`;
  const { section, worth, why } = draft;
  return factLine(item, { section, worth, text: said, ...omitUndefined({ why }) });
}

/** A line of facts that Cairn composed itself. */
export function factLine(
  item: Item,
  fact: { section: string; worth: number; text: string; why?: string },
): ContextLine {
  return {
    id: item.id,
    kind: item.kind,
    section: fact.section,
    worth: fact.worth,
    text: `[${item.id}] ${sayable(fact.text)}`,
    ...(item.detail.muted === true && { muted: true }),
    ...(item.kind === 'knowledge' && trustOf(item) === 'whole' && { stated: true }),
    ...omitUndefined({ why: fact.why }),
  };
}

/** The words of a line without the id that it starts with. */
export function withoutId({ text }: Pick<ContextLine, 'text'>): string {
  return text.replace(ID, '');
}

/** An item as if nobody had muted it: for a line that is shown to a person and told to no agent. */
export function asUnmuted<One extends Item>(item: One): One {
  const { muted: _, ...detail } = item.detail;
  return { ...item, detail };
}

/** A line for a piece of knowledge: its kind, its author and its date. */
export function knowledgeLine(item: Item, place: { section: string; worth: number; why?: string }): ContextLine {
  const what = KNOWLEDGE_LABEL[detailOfKind(item, 'knowledge').knowledge ?? 'heuristic'];
  return contextLineOf(item, {
    ...place,
    label: `${what} ${sourceOf(item)}, ${dateOf(item.at)}`,
    words: quotableWords(item),
  });
}

/** A line for a prompt: its author and its date. */
export function promptLine(
  item: Item,
  place: { section: string; worth: number; label?: string; words?: string; why?: string },
): ContextLine {
  const { label = 'Asked', words = quotableWords(item), ...rest } = place;
  return contextLineOf(item, { ...rest, label: `${label} ${sourceOf(item)}, ${dateOf(item.at)}`, words: `"${words}"` });
}

/** The subject of a commit; '' where it repeats what its session had read. */
export function commitSubject(commit: Item): string {
  const [subject = ''] = commit.text.split('\n', 1);
  return quotableWords(commit).startsWith(subject) ? sayable(subject) : '';
}

/** The author of an item's words. */
export function sourceOf(item: Item): string {
  if (trustOf(item) === 'whole') {
    // Whether an agent stated it in a person's name is asked of the person meanwhile.
    if (detailOfKind(item, 'knowledge').takenBack === true) return 'in the name of a person, who is asked';
    if (item.author === 'person') return 'by a person';
    const { shared } = item.detail;
    return shared === undefined
      ? 'confirmed by a person'
      : `of the team member "${sayable(shared.member)}", accepted by a person`;
  }
  return item.kind === 'prompt' ? "in an agent's session" : 'as an agent noted it, not confirmed';
}

/** The day of a time in milliseconds since 1970, UTC: `2026-01-31`. */
export function dateOf(at: number): string {
  return isoDay(Math.min(Math.max(at, 0), 8.64e15));
}
