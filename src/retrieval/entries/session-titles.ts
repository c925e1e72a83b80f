import type { SessionId } from '../../core/model/ids.ts';
import type { Item, ItemOf } from '../../core/model/item.ts';
import { lookUp, partsOf } from '../../core/parts-of.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { sayable } from '../validity/trust.ts';

/** Sessions whose summaries are looked up at once. */
const AT_ONCE = 100;

/** What sessions are called, by id: by their summaries; absent for those without one. */
export async function sessionTitles(
  store: Pick<Store, 'items'>,
  sessions: readonly SessionId[],
): Promise<ReadonlyMap<SessionId, string>> {
  const titles = new Map<SessionId, string>();
  for (const part of partsOf(sessions, AT_ONCE)) {
    for (const summary of await store.items.get(part.map(summaryId))) {
      const title = titleIn(summary);
      if (summary.session !== undefined && title !== undefined) titles.set(summary.session, title);
    }
  }
  return titles;
}

/** The agent and the title of a session, as they may be shown. */
export type SessionNames = (id: SessionId) => { agent: string; title: string };

/** Looks up what sessions are called, all at once. */
export async function sessionNames(
  store: Pick<Store, 'items' | 'log'>,
  sessions: readonly SessionId[],
): Promise<SessionNames> {
  const titles = await sessionTitles(store, sessions);
  const rows = await lookUp(sessions, (ids) => store.log.sessions({ ids, limit: ids.length }));
  const agents = new Map(rows.map(({ id, agent }) => [id, agent]));
  return (id) => ({
    agent: agents.get(id) ?? '',
    title: sayable(titles.get(id) ?? 'Session without a summary'),
  });
}

/** The title that a summary gives its session; `undefined` where it is not to be shown. */
export function titleIn(summary: Item | undefined): string | undefined {
  return summary === undefined || summary.detail.hidden === true || summary.detail.muted === true
    ? undefined
    : summary.title;
}

/** The title of a session without a summary: its first request. */
export function untitled(session: Pick<SessionRow, 'agent'>, checkpoint: ItemOf<'checkpoint'> | undefined): string {
  return checkpoint?.title ?? `Session of ${session.agent}`;
}
