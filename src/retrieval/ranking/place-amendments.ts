import { lazy } from '../../core/lazy.ts';
import { memoizeLast } from '../../core/memoize-last.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { Ranked } from './rank.ts';

/** Sessions, best first, among which amendments are looked for. */
const LOOKED_AT = 8;
/** Least share of the weight of the smaller of two sessions' words that both hold, for the later to amend the earlier. */
const RELATED = 0.3;
/** Words with which a later statement takes an earlier one's place. */
const AMENDS =
  /\b(?:amend(?:s|ed|ing|ments?)?|supersed(?:es?|ed|ing)|overrul(?:es?|ed|ing)|revis(?:es?|ed|ing|ions?)|revers(?:es?|ed|ing|al)|change of plan|no longer|from now on|instead of what)\b/i;

/** Kinds of what a person or an agent said in its own words. */
const SAID: ReadonlySet<ItemKind> = new Set(['prompt', 'message', 'knowledge']);

/** A session in an order, best first. */
interface PlacedSession {
  sessionId: SessionId;
}

/** Ranks a session that amends an earlier one of the same subject right before it, where it ranked behind. */
export function placeAmendments<Session extends PlacedSession>(
  sessions: readonly Session[],
  ranked: readonly Ranked[],
): Session[] {
  const placed = [...sessions];
  for (const [later, earlier] of findAmendments(sessions, ranked)) {
    const [behind, before] = [later, earlier].map((id) => placed.findIndex(({ sessionId }) => sessionId === id));
    if (behind === undefined || before === undefined || behind < before) continue;
    const [moved] = placed.splice(behind, 1);
    if (moved !== undefined) placed.splice(before, 0, moved);
  }
  return placed;
}

/** The sessions among the best that amend an earlier one of them about the same subject: the earlier by the later. */
export function findAmendments(
  sessions: readonly PlacedSession[],
  ranked: readonly Ranked[],
): Map<SessionId, SessionId> {
  const all = saidIn(ranked);
  const found = new Map(
    sessions.slice(0, LOOKED_AT).map(({ sessionId }) => [sessionId, all.get(sessionId) ?? NOTHING]),
  );
  const amending = [...found].filter(([, { amends }]) => amends());
  const amendments = new Map<SessionId, SessionId>();
  if (amending.length === 0) return amendments;
  const relation = relationAmong(new Map([...found].map(([id, { stems }]) => [id, stems()])));
  for (const [later, { items }] of amending) {
    const at = Math.min(...items.map((item) => item.at));
    const isBefore = (id: SessionId): boolean => found.get(id)?.items.every((item) => item.at < at) ?? false;
    const earlier = [...found.keys()].find((id) => isBefore(id) && relation(id, later) >= RELATED);
    if (earlier !== undefined) amendments.set(later, earlier);
  }
  return amendments;
}

/** What was found of a session. */
interface Said {
  items: readonly Ranked['item'][];
  /** True when something that was said amends something. */
  amends: () => boolean;
  stems: () => ReadonlySet<string>;
}

const NOTHING: Said = { items: [], amends: () => false, stems: () => new Set() };

/** The ranked items by session. Kept for the last ranking: a block asks for its order, and then for its amendments. */
const saidIn = memoizeLast((ranked: readonly Ranked[]): ReadonlyMap<SessionId, Said> => {
  const items = Map.groupBy(
    ranked.map(({ item }) => item),
    ({ session }) => session,
  );
  return new Map(
    [...items].flatMap(([session, own]): [SessionId, Said][] => {
      if (session === undefined) return [];
      const amends = lazy(() => own.some(({ kind, text }) => SAID.has(kind) && AMENDS.test(text)));
      return [[session, { items: own, amends, stems: lazy(() => stemsIn(own)) }]];
    }),
  );
});

function stemsIn(items: readonly Ranked['item'][]): ReadonlySet<string> {
  const words = items.flatMap(({ text }) => wordsOf(text)).filter((word) => word.length > 2 && !STOP_WORDS.has(word));
  return new Set(words.map(stemOf));
}

/** The share of the smaller set's weight that two sessions share; a word weighs the more, the fewer sessions hold it. */
function relationAmong(words: ReadonlyMap<SessionId, ReadonlySet<string>>) {
  const counts = new Map<string, number>();
  for (const set of words.values()) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = (some: Iterable<string>): number =>
    [...some].reduce((sum, word) => sum + Math.log((1 + words.size) / (counts.get(word) ?? 1)), 0);
  return (one: SessionId, other: SessionId): number => {
    const [first, second] = [words.get(one) ?? new Set<string>(), words.get(other) ?? new Set<string>()];
    const least = Math.min(weigh(first), weigh(second));
    return least === 0 ? 0 : weigh([...first].filter((word) => second.has(word))) / least;
  };
}
