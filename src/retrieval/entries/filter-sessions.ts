import { detailOfKind } from '../../core/model/item.ts';
import type { Outcome } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import type { SessionFilter, SessionRow } from '../../store/contract/log.ts';
import type { Page, PageOptions } from '../../store/contract/page.ts';
import type { Store } from '../../store/contract/store.ts';

/** What the summary of a session must say. */
export interface SummaryFilter {
  outcome?: Outcome;
  /** Words that its title must hold, all of them. */
  title?: string;
}

/** Upper bound on the sessions that one page looks through. */
const LOOKED_AT = 4_000;
/** The share of a page that is enough: the rest would be read one by one. */
const ENOUGH = 0.8;

/** A page of sessions whose summaries say what is asked for; a page may be short though there is a next one. */
export async function pageOfSessions(
  store: Store,
  filter: SessionFilter & SummaryFilter,
  { limit, cursor }: PageOptions,
): Promise<Page<SessionRow>> {
  const { outcome, title, ...where } = filter;
  const words = (title ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const isAll = outcome === undefined && words.length === 0;
  const rows: SessionRow[] = [];
  let next = cursor;
  for (let looked = 0; looked < LOOKED_AT; looked += limit) {
    const page = await store.log.sessionPage(where, { limit: limit - rows.length, ...omitUndefined({ cursor: next }) });
    rows.push(...(isAll ? page.rows : await matching(store, page.rows, { outcome, words })));
    next = page.next;
    if (next === undefined || isAll || rows.length >= limit * ENOUGH) break;
  }
  return { rows, ...(next === undefined ? {} : { next }) };
}

async function matching(
  store: Store,
  rows: readonly SessionRow[],
  { outcome, words }: { outcome: Outcome | undefined; words: readonly string[] },
): Promise<SessionRow[]> {
  const summaries = new Map(
    (await store.items.get(rows.map(({ id }) => summaryId(id)))).map((item) => [item.id, item]),
  );
  return rows.filter(({ id }) => {
    const summary = summaries.get(summaryId(id));
    if (summary === undefined || summary.detail.hidden === true) return false;
    const title = summary.title.toLowerCase();
    const came = detailOfKind(summary, 'summary').summary?.outcome;
    return (outcome === undefined || came === outcome) && words.every((word) => title.includes(word));
  });
}
