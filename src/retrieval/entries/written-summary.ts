import type { SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

/** Summaries of a session among which the written one is looked for: agents' own of compactions are the others. */
const LOOKED_AT = 200;

/** The name under which the written summary of a session is kept, so that a later one takes its place. */
export function writtenSummaryRef(session: SessionId): string {
  return `summary of ${session}`;
}

/** What somebody wrote of a session on purpose; `undefined` where nobody did, or it was hidden. */
export async function writtenSummary(store: Store, session: SessionId): Promise<Item | undefined> {
  const summaries = await store.items.list({ session, kinds: ['summary'] }, { limit: LOOKED_AT });
  return summaries.find(({ detail }) => detail.ref === writtenSummaryRef(session));
}
