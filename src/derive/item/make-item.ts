// derive/item: how a rule's draft becomes an item: its id, its terms, its limits, and the versions of all rules.
// Nothing here knows what an event means.

import { hash53 } from '../../core/hash.ts';
import { LIMITS } from '../../core/limits.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { itemId } from '../../core/model/ids.ts';
import type { Item, ItemDetail } from '../../core/model/item.ts';
import type { Author, ItemKind } from '../../core/model/kinds.ts';
import { termsOf } from '../../core/text/terms.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import type { TruncateOptions } from '../text/truncate-text.ts';
import { truncateText } from '../text/truncate-text.ts';
import type { RuleName } from './rules.ts';
import { ruleName } from './rules.ts';

/** What a rule says of one item; `makeItem` adds place, ids, hash and terms, and holds it to the limits. */
export interface Draft {
  kind: ItemKind;
  rule: RuleName;
  /** Tells apart several items of one rule and event. */
  part?: string;
  /** The id, where it does not come from the event. */
  id?: ItemId;
  author: Author;
  title: string;
  text: string;
  /** Share of a text over the limit that is kept from its end. */
  tailShare?: number;
  exposed?: boolean;
  detail: ItemDetail;
}

/** The place of an item that comes from a whole session, or from several: then it has none. */
export interface ItemContext {
  id: ItemId;
  session?: SessionId | undefined;
  project?: ProjectId | undefined;
  at: number;
}

/** An item's fields as a rule has them at hand: those without a value are left out. */
export type Loose<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined };

/** The fields that have a value; empty lists and empty texts count as none. */
export function detailOf(fields: Loose<ItemDetail>): ItemDetail {
  const detail: ItemDetail = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    Object.assign(detail, { [key]: value });
  }
  return detail;
}

/** The item of a draft and the event it comes from. */
export function makeItem(event: StoredEvent, draft: Draft): Item {
  const part = draft.part === undefined ? ruleName(draft.rule) : `${ruleName(draft.rule)}:${draft.part}`;
  const place = {
    id: draft.id ?? itemId(draft.kind, event.id, part),
    session: event.session,
    project: event.project,
    at: event.at,
  };
  return { ...makeSessionItem(place, draft), event: event.id };
}

/** The item of a draft that comes from a whole session. */
export function makeSessionItem(place: ItemContext, draft: Draft): Item {
  return {
    id: place.id,
    kind: draft.kind,
    ...(place.session === undefined ? {} : { session: place.session }),
    ...(place.project === undefined ? {} : { project: place.project }),
    at: place.at,
    author: draft.author,
    exposed: draft.exposed ?? false,
    rule: draft.rule,
    ...wordsOf(draft, place.project),
    detail: draft.detail,
  };
}

/** The same item with other words or of another kind; what is made of them is made anew. */
export function reworded(item: Item, change: Partial<Pick<Item, 'kind' | 'title' | 'text' | 'detail'>>): Item {
  const changed = { ...item, ...change };
  return { ...changed, ...wordsOf(changed, item.project) };
}

function wordsOf(
  draft: Pick<Draft, 'kind' | 'title' | 'text' | 'tailShare' | 'detail'>,
  project: ProjectId | undefined,
): Pick<Item, 'title' | 'text' | 'terms' | 'contentHash'> {
  const title = cutText(oneLine(draft.title), LIMITS.titleChars);
  const fit: TruncateOptions = {
    max: LIMITS.indexedChars,
    ...(draft.tailShare === undefined ? {} : { tailShare: draft.tailShare }),
  };
  const text = truncateText(draft.text.trim(), fit);
  const paths = [...(draft.detail.filesRead ?? []), ...(draft.detail.filesChanged ?? [])];
  return {
    title,
    text,
    terms: termsOf([title, text, ...paths].join('\n')),
    contentHash: hash53([project ?? '', draft.kind, title, text].join('\0')),
  };
}
