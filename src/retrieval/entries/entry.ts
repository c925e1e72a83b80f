// retrieval/entries: items, sessions and projects as they are answered: short, whole, in a list or along a timeline.
// Nothing is ranked here.

import type { Entry } from '../../api/answers.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { Item, ItemDetail } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { cutTokens } from '../../core/text/truncate-tokens.ts';
import { stampOfProposal } from '../../derive/event/words-stamp.ts';
import { lineCounts } from '../../derive/observation/observe-file.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { type StemWeights, snippetOf } from '../text/snippet.ts';
import { sayable } from '../validity/trust.ts';
import { toValidity, type ValidityMarks } from '../validity/validity.ts';

/** Upper bounds in tokens: of an entry's title, and of title and snippet together. */
export const ENTRY_TOKENS = { title: 45, all: 100 } as const;
const SNIPPET_CHARS = 200;
const NO_WEIGHTS: StemWeights = new Map();

/** The agents of the sessions that the items belong to, by session id. */
export async function agentsOf(store: Store, items: readonly Item[]): Promise<ReadonlyMap<SessionId, string>> {
  const ids = [...new Set(items.flatMap((item) => item.session ?? []))];
  const rows = ids.length === 0 ? [] : await store.log.sessions({ ids, limit: ids.length });
  return new Map(rows.map((row: SessionRow) => [row.id, row.agent]));
}

/** A memory as an entry: its title, and the passage with a question's words, or the beginning of its text. */
export function toEntry(
  item: Item,
  about: { agents: ReadonlyMap<SessionId, string>; weights?: StemWeights; marks?: ValidityMarks | undefined },
): Entry {
  const title = titleOf(item);
  const snippet = snippetFor(item, about.weights ?? NO_WEIGHTS, ENTRY_TOKENS.all - countTokens(title));
  return entryOf(item, about, { title, snippet, tokens: countTokens(`${title}\n${snippet}`) });
}

/** A memory as an entry with the given words, in a list or along a timeline. */
export function entryOf<Words extends object>(
  item: Item,
  { agents, marks }: { agents: ReadonlyMap<SessionId, string>; marks?: ValidityMarks | undefined },
  words: Words,
) {
  const detail: ItemDetail = item.detail;
  return omitUndefined({
    id: item.id,
    kind: item.kind,
    sessionId: item.session,
    project: item.project,
    agent: item.session === undefined ? undefined : agents.get(item.session),
    at: isoTime(item.at),
    ...words,
    author: item.author,
    member: memberOf(item),
    status: item.detail.status,
    stamp: stampOfProposal(item),
    sort: detail.observation ?? detail.knowledge ?? detail.pattern?.pattern,
    failed: detail.success === false ? (true as const) : undefined,
    lines: linesOf(lineCounts(detail.facts)),
    ref: item.detail.ref,
    ...toValidity(marks, item.detail),
  });
}

/** The name of the team member who shared a memory, on one safe line. */
export function memberOf({ detail }: Pick<Item, 'detail'>): string | undefined {
  return detail.shared === undefined ? undefined : sayable(detail.shared.member);
}

/** Lines added and removed, where there are any. */
function linesOf([added, removed]: readonly [number, number]): Entry['lines'] {
  return added + removed === 0 ? undefined : { added, removed };
}

/** A memory's title on one safe line, bounded. */
export function titleOf(item: Pick<Item, 'title'>): string {
  return cutTokens(sayable(item.title), ENTRY_TOKENS.title);
}

/** The passage for a snippet; a title that the text begins with is not repeated. */
export function snippetFor(item: Item, weights: StemWeights, tokens: number): string {
  const title = item.title.replace(/…$/, '');
  const rest = item.text.startsWith(title) ? item.text.slice(wordStart(item.text, title.length)) : item.text;
  const snippet = snippetOf(rest, weights, SNIPPET_CHARS);
  const cost = countTokens(snippet);
  if (cost < tokens) return snippet;
  return cutTokens(snippetOf(rest, weights, Math.floor((SNIPPET_CHARS * tokens) / (cost + 1))), tokens - 1);
}

/** Start of the word that an offset cuts; the offset itself where it cuts no word, or a very long one. */
function wordStart(text: string, at: number): number {
  const head = /[^\s]{0,40}$/.exec(text.slice(0, at))?.[0].length ?? 0;
  return /^\S/.test(text.slice(at)) && head < 40 ? at - head : at;
}
