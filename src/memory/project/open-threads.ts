import type { PageLine } from '../../api/project-answers.ts';
import { dateOf, withoutId } from '../../context/lines/context-line.ts';
import { exchangesOf } from '../../context/threads/exchanges.ts';
import { openLines } from '../../context/threads/open-lines.ts';
import { isOwnBranch } from '../../context/threads/relate-sessions.ts';
import { type Thread, threadsOf } from '../../context/threads/thread.ts';
import { type WorkedSession, workedSessions } from '../../context/threads/worked-session.ts';
import { withoutOutcome } from '../../core/model/describe-outcome.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { commandOfItem } from '../../derive/failure/item-command.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { mayQuote, nameOf, sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';

const MOST = { threads: 8, left: 2 } as const;
const LEFT_CHARS = 160;
const OF_PULL = /\bgh pr (?:create|view|checkout|ready|edit|checks|merge|diff)\b/;
const NUMBER = /\/pull\/(\d{1,7})\b/;
const NAMED = /\bgh pr (?:view|checkout|ready|edit|checks|merge|diff)\s+(\d{1,7})\b/;
const SAME_CHARS = 40;

/** Notes the pull requests that sessions made or looked at: the last of each. */
export class PullRequests {
  readonly #last = new Map<string, { number: string; isMade: boolean; isMerged: boolean }>();

  take(session: string, items: readonly Item[]): void {
    for (const item of items) {
      const line = commandOfItem(item);
      if (line === undefined || !OF_PULL.test(line)) continue;
      const isMade = /\bgh pr create\b/.test(line);
      const number = (isMade ? undefined : NAMED.exec(line)?.[1]) ?? NUMBER.exec(item.text)?.[1];
      const before = this.#last.get(session);
      if (number === undefined || (before?.isMade === true && !isMade && before.number !== number)) continue;
      const isMerged = /\bgh pr merge\b/.test(line) || (before?.number === number && before.isMerged);
      this.#last.set(session, { number, isMade: isMade || before?.isMade === true, isMerged });
    }
  }

  of(sessions: readonly string[]): { number: string; isMerged: boolean } | undefined {
    return sessions.map((id) => this.#last.get(id)).find((found) => found !== undefined);
  }
}

/** Lines for the threads that left something open, the most recently active first: title, branch, pull request, what is left. */
export async function threadLines(
  store: Store,
  { project, now, pulls }: { project: ProjectId; now: number; pulls: PullRequests },
): Promise<PageLine[]> {
  const worked = await workedSessions(store, { project, now, occasion: 'start', budget: 0 });
  const open = threadsOf(worked).filter(({ state }) => state === 'open');
  const lines: PageLine[] = [];
  for (const thread of open) {
    if (lines.length >= MOST.threads) break;
    lines.push(...(await threadLine(store, thread, pulls)));
  }
  return lines;
}

/** Nothing for a thread of which nothing that is left can be told. */
async function threadLine(store: Store, { sessions }: Thread, pulls: PullRequests): Promise<PageLine[]> {
  const [last] = sessions;
  const { id, branch, lastAt } = last.session;
  const left = (await openLines(store, last, false)).toSorted((one, other) => other.worth - one.worth);
  if (left.length === 0) return [];
  const [summary] = await store.items.get([summaryId(id)]);
  const isQuotable = summary !== undefined && mayQuote(summary);
  const title = isQuotable ? withoutOutcome(sayable(summary.title)) : await askedLast(store, last);
  const pull = pulls.of(sessions.map(({ session }) => session.id));
  const where = [
    ...(isOwnBranch(branch) ? [`branch ${nameOf(branch)}`] : []),
    ...(pull === undefined ? [] : [`pull request ${pull.number}${pull.isMerged ? ', merged' : ''}`]),
    ...(sessions.length > 1 ? [formatCounted(sessions.length, 'session')] : []),
  ];
  const told = left.slice(0, MOST.left).map((line) => cutText(withoutId(line), LEFT_CHARS));
  const isSame = told.some((text) => text.includes(title.slice(0, SAME_CHARS)));
  const head = [isSame ? '' : title, where.length === 0 ? '' : `(${where.join('; ')})`].filter(Boolean).join(' ');
  const text = `${dateOf(lastAt)} ${head === '' ? '' : `${head}. `}${told.join('. ')}`;
  return [{ text, ids: [id, ...left.slice(0, MOST.left).map((line) => line.id)] }];
}

/** What a session was asked last, where its title may not be quoted. */
async function askedLast(store: Store, worked: WorkedSession): Promise<string> {
  const [exchange] = await exchangesOf(store, worked);
  return exchange === undefined ? '' : `asked: "${cutText(sayable(requestText(exchange.asked)), LEFT_CHARS)}"`;
}
