import { hash53, hashBase32 } from '../../src/core/hash.ts';
import type { ItemId, ProjectId, SessionId } from '../../src/core/model/ids.ts';
import { ITEM_PREFIX } from '../../src/core/model/ids.ts';
import type { Item, ItemDetail, ItemFields } from '../../src/core/model/item.ts';
import { asItem } from '../../src/core/model/item.ts';
import type { ItemKind } from '../../src/core/model/kinds.ts';

let count = 0;

/** A moment in these tests, in milliseconds since 1970: 2026-01-05. */
export const NOW = Date.UTC(2026, 0, 5, 12);
export const PROJECT = 'r_aaaaaaaaaaaaaaaa' as ProjectId;
export const SESSION = 's_aaaaaaaaaaaaaaaa' as SessionId;

/** What a test says of an item; the rest has a default. */
export type ItemParts = Partial<ItemFields> & { kind?: ItemKind; detail?: ItemDetail };

/** An item; `over` replaces fields. Each call gives another id. */
export function makeItem(over: ItemParts = {}): Item {
  count += 1;
  const kind = over.kind ?? 'message';
  const text = over.text ?? 'Some words';
  const title = over.title ?? text.slice(0, 160);
  return asItem({
    id: `${ITEM_PREFIX[kind]}${hashBase32([String(count)])}` as ItemId,
    kind,
    session: SESSION,
    project: PROJECT,
    at: NOW,
    author: 'agent',
    exposed: false,
    rule: 'test@1',
    title,
    text,
    terms: '',
    detail: {},
    contentHash: hash53(`${kind}${title}${text}`),
    ...over,
  });
}
