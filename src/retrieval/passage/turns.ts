import type { Item, ItemOf } from '../../core/model/item.ts';
import { isAddressedToSession, isRequest } from '../../derive/event/is-request.ts';
import type { Store } from '../../store/contract/store.ts';

/** What was asked of a session, and what was said to it until it was asked something else. */
export interface SessionTurn {
  /** Absent for what was said before the first request. */
  asked?: ItemOf<'prompt'>;
  /** In the order of time. */
  said: ItemOf<'message'>[];
  /** What a subagent said is none of the session's words. */
  from: number;
  to: number;
}

/** Upper bounds on the prompts and messages that are read before and after an item. */
const BEFORE = 40;
const AFTER = 80;

/** The turn that an item of a session belongs to; `undefined` for one of no session. */
export async function turnOf(store: Store, item: Item): Promise<SessionTurn | undefined> {
  const { session } = item;
  if (session === undefined) return undefined;
  const filter = { session, kinds: ['prompt', 'message'] as const };
  const earlier = (await store.items.page(filter, { limit: BEFORE, from: item.id })).rows;
  const later = (await store.items.page(filter, { limit: AFTER, from: item.id, oldestFirst: true })).rows;
  const own = item.kind === 'prompt' || item.kind === 'message' ? [item] : [];
  const isOwn = isOpening(item);
  const opening = isOwn ? -1 : earlier.findIndex(isOpening);
  const before = isOwn ? [] : earlier.slice(0, opening < 0 ? earlier.length : opening + 1).toReversed();
  const next = later.find((one) => isOpening(one));
  const after = next === undefined ? later : later.slice(0, later.indexOf(next));
  const all = [...before, ...own, ...after];
  const asked = all.find(isOpening);
  const said = all.filter(
    (one): one is ItemOf<'message'> => one.kind === 'message' && one.detail.subagent === undefined,
  );
  return {
    ...(asked === undefined ? {} : { asked }),
    said,
    from: asked?.at ?? all[0]?.at ?? item.at,
    to: next?.at ?? Number.POSITIVE_INFINITY,
  };
}

/** True for a prompt with which something else is asked; a mere "yes" belongs to what it answers. */
function isOpening(item: Item): item is ItemOf<'prompt'> {
  return isAddressedToSession(item) && (isRequest(item) || item.text.startsWith('/'));
}
