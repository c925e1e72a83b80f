// derive/item: turns a rule's draft into an item with id, terms, hash and limits, and lists the versions of all rules.
// Nothing here knows what an event means.

import { hash53 } from '../../core/hash.ts';
import * as LIMITS from '../../core/limits.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { itemId } from '../../core/model/ids.ts';
import type { AnyItem, Item, ItemDetails, ItemOf } from '../../core/model/item.ts';
import type { Author, ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { termsOf } from '../../core/text/terms.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { truncateText } from '../text/truncate-text.ts';
import type { RuleName } from './rules.ts';
import { ruleName } from './rules.ts';

/** An item of a kind as a rule describes it; `makeItem` adds ids, terms and hash, and applies the limits. */
export interface Draft<Kind extends ItemKind> {
  kind: Kind;
  rule: RuleName;
  /** Distinguishes several items of one rule and event. */
  part?: string;
  /** The id, where it does not come from the event. */
  id?: ItemId;
  author: Author;
  title: string;
  text: string;
  /** Share of a text over the limit that is kept from its end. */
  tailShare?: number;
  exposed?: boolean;
  detail: ItemDetails[Kind];
}

/** Identity of an item that comes from a whole session, or from several: then without `session`. */
export interface ItemContext {
  id: ItemId;
  session?: SessionId | undefined;
  project?: ProjectId | undefined;
  at: number;
}

/** The fields of a shape, each possibly `undefined`: a field without a value is left out. */
export type Loose<Shape> = { [Key in keyof Shape]: Shape[Key] | undefined };

/** Copies the fields of an item of a kind that have a value; empty lists and empty texts are left out. */
export function detailOf<Kind extends ItemKind>(fields: Loose<ItemDetails[Kind]>): ItemDetails[Kind] {
  const detail = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    Object.assign(detail, { [key]: value });
  }
  return detail as ItemDetails[Kind];
}

/** Makes the item of a draft and of the event that it comes from. */
export function makeItem<Kind extends ItemKind>(event: StoredEvent, draft: Draft<Kind>): ItemOf<Kind> {
  const part = draft.part === undefined ? ruleName(draft.rule) : `${ruleName(draft.rule)}:${draft.part}`;
  const id = draft.id ?? itemId(draft.kind, event.id, part);
  const { session, project, at } = event;
  return { ...makeSessionItem({ ...draft, id, session, project, at }), event: event.id };
}

/** Makes the item of a draft that comes from a whole session or from findings. */
export function makeSessionItem<Kind extends ItemKind>(draft: ItemContext & Draft<Kind>): ItemOf<Kind> {
  const { id, kind, session, project, at, author, exposed = false, rule } = draft;
  return {
    ...omitUndefined({ id, kind, session, project, at, author, exposed, rule }),
    ...wordsOf(draft, project),
    detail: draft.detail,
  };
}

/** The same item with other words or of another kind; title, text, terms and hash are computed again. */
export function reworded<One extends Item>(
  item: One,
  change: Partial<Pick<One, 'kind' | 'title' | 'text' | 'detail'>>,
): One {
  const changed = { ...item, ...change };
  return { ...changed, ...wordsOf(changed, item.project) };
}

function wordsOf(
  draft: Pick<AnyItem, 'kind' | 'title' | 'text' | 'detail'> & { tailShare?: number },
  project: ProjectId | undefined,
): Pick<Item, 'title' | 'text' | 'terms' | 'contentHash'> {
  const title = cutText(oneLine(draft.title), LIMITS.titleChars);
  const fit = { max: LIMITS.indexedChars, ...omitUndefined({ tailShare: draft.tailShare }) };
  const text = truncateText(draft.text.trim(), fit);
  const paths = [...(draft.detail.filesRead ?? []), ...(draft.detail.filesChanged ?? [])];
  return {
    title,
    text,
    terms: termsOf([title, text, ...paths].join('\n')),
    contentHash: hash53([project ?? '', draft.kind, title, text].join('\0')),
  };
}
