import type { WhyTold } from '../../api/work-answers.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isIssueName } from '../../core/text/issue-names.ts';
import { baseName } from '../../core/text/text.ts';
import { isAddressedToSession, isRequest } from '../../derive/event/is-request.ts';
import { REFUSED_END } from '../../derive/text/title-words.ts';
import { toAsked } from '../../retrieval/entries/asked.ts';
import { itemEntries } from '../../retrieval/entries/list.ts';
import type { Store } from '../../store/contract/store.ts';

/** Upper bounds on what is read, and on what is answered of each kind. */
const MOST = { prompts: 12, read: 200, decisions: 5, rejected: 5, failures: 5 } as const;
const ASKED_CHARS = 400;

/** A change by a session, and until when what followed belongs to it, in milliseconds since 1970. */
export interface WayTo {
  session: SessionId;
  at: number;
  until: number;
  path: string;
}

/**
 * What led to a change: the request before it and, where another prompt came in between, the last one; what was decided
 * from then on, what was refused or rejected, and the checks that failed on the way.
 */
export async function wayTo(store: Store, { session, at, until, path }: WayTo): Promise<WhyTold> {
  const prompts = (await store.items.list({ session, kinds: ['prompt'], until: at }, { limit: MOST.prompts })).filter(
    isAddressedToSession,
  );
  const asked = prompts.find(isRequest);
  const [last] = prompts;
  const since = asked?.at ?? at;
  const between = await store.items.list(
    { session, kinds: ['knowledge', 'observation'], since, until: Math.max(at, until) },
    { limit: MOST.read, oldestFirst: true },
  );
  const near = { path, event: asked?.event, last: last?.event };
  return {
    ...omitUndefined({
      asked: asked && toAsked(asked, ASKED_CHARS),
      lastPrompt: last === undefined || last.id === asked?.id ? undefined : toAsked(last, ASKED_CHARS),
    }),
    decisions: await itemEntries(store, between.filter((item) => isDecision(item, near)).slice(0, MOST.decisions)),
    rejected: await itemEntries(store, between.filter(isRejected).slice(0, MOST.rejected)),
    failures: await itemEntries(store, failuresIn(between).slice(0, MOST.failures)),
    issues: [...new Set([asked, last].flatMap((prompt) => prompt?.detail.concepts ?? []))].filter(isIssueName),
  };
}

/** A statement of what holds, made with the request, or about the file. */
function isDecision(
  item: Item,
  { path, event, last }: { path: string; event: string | undefined; last: string | undefined },
): boolean {
  if (item.kind !== 'knowledge' || item.detail.hidden === true) return false;
  if (detailOfKind(item, 'knowledge').knowledge === 'rejected') return false;
  const isWithRequest = item.event !== undefined && (item.event === event || item.event === last);
  return isWithRequest || item.detail.filesChanged?.includes(path) === true || item.text.includes(baseName(path));
}

/** What a person refused, or was stated as tried and rejected. */
function isRejected(item: Item): boolean {
  if (item.detail.hidden === true) return false;
  if (item.kind === 'knowledge') return detailOfKind(item, 'knowledge').knowledge === 'rejected';
  return item.title.endsWith(REFUSED_END);
}

/** Checks that failed, each failure once. */
function failuresIn(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const { success, failure } = detailOfKind(item, 'observation');
    if (success !== false || failure?.stage === undefined || seen.has(failure.key)) return false;
    seen.add(failure.key);
    return true;
  });
}
