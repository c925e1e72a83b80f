import type { SessionId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { tellingWords } from '../retrieval/passage/telling-words.ts';
import { weighQuery } from '../retrieval/query/weigh-query.ts';
import { findAmendments } from '../retrieval/ranking/place-amendments.ts';
import type { Ranked } from '../retrieval/ranking/rank.ts';
import { rankSessions } from '../retrieval/ranking/rank-sessions.ts';
import { rankItems } from '../retrieval/search/search.ts';
import { asksForHistory } from '../retrieval/text/history-words.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { mayQuote } from '../retrieval/validity/trust.ts';
import { isValid } from '../retrieval/validity/validity.ts';
import type { Store } from '../store/contract/store.ts';
import { type BlockRequest, isUsable } from './lines/block-request.ts';
import { type Evidence, evidenceIn } from './threads/bearing.ts';
import { exchangesOf } from './threads/exchanges.ts';
import {
  bestOdds,
  LEAST_ODDS,
  type RankedExchange,
  type WeighedPrompt,
  weighExchanges,
} from './threads/rank-exchanges.ts';
import { isOwnBranch } from './threads/relate-sessions.ts';
import { threadAtHand } from './threads/thread-at-hand.ts';
import { isConversation, sessionsWith, type WorkedSession } from './threads/worked-session.ts';

/**
 * What a conversation or a decision must hold of a prompt to bear on it: the weight (idf) of the words that tell the prompt's
 * subject, in units of ln(items + 1), times their share, and one word as rare as this. Less is enough in the thread at hand.
 * Alternatively a cosine. Set on data: bench/results/next-session.md.
 */
const FLOOR = { atHand: 0.3, other: 1.2, rarity: 3, rarityShare: 0.35, cosine: 0.55, named: 0.75 } as const;
/** Least number of items from which the rarity of a word is computed; otherwise a first memory would never bear on anything. */
const SMALL_MEMORY = 50;
/** Upper bounds on the sessions that are looked at: found ones, the last of the thread at hand, and those whose exchanges are read. */
const LOOKED_AT = { found: 8, atHand: 3, works: 4 } as const;
/** An address, and its last part. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/]+\/)*([^\s/]+)?\/?/gi;

/** A prompt with what the search found for it. */
export interface MetPrompt extends WeighedPrompt {
  ranked: readonly Ranked[];
  /** What was said and may be quoted. */
  said: readonly Ranked[];
  /** The sessions of substance that may bear, the best found first, then others of the thread at hand. */
  sessions: readonly WorkedSession[];
  /** Those of them whose exchanges are likely of use. */
  likely: ReadonlySet<SessionId>;
  /** The later session by the earlier one that it amends. */
  amended: ReadonlyMap<SessionId, SessionId>;
  /** The sessions of the thread at hand, where it is on a branch of its own. */
  onBranch: ReadonlySet<SessionId>;
}

/** Searches for what earlier sessions said about a prompt. Sessions are read only where one of them may bear on it. */
export async function meetPrompt(store: Store, request: BlockRequest): Promise<MetPrompt> {
  const query = withoutAddresses(request.prompt ?? '');
  const filter = omitUndefined({ project: request.project });
  const found = await rankItems(store, { filter, query, ...omitUndefined({ vector: request.vector }) }, request.now);
  const answer = { ...found.answer, total: Math.max(found.answer.total, SMALL_MEMORY) };
  const usable = found.ranked.filter(({ item }) => isUsable(item, request) && isCurrentKnowledge(item));
  const said = usable.filter(
    ({ item, marks }) => isSaid(item.kind) && mayQuote(item) && (isValid(marks) || asksForHistory(query)),
  );
  const none = new Set<SessionId>();
  const met: MetPrompt = {
    ranked: found.ranked,
    said,
    telling: tellingWords(weighQuery(found.parsed, answer)),
    scale: Math.log(answer.total + 1),
    found: new Map(
      said.map(({ item: { id, kind, at, text }, match: { stems } }, place) => [
        id,
        { kind, at, place, stems, chars: text.length },
      ]),
    ),
    sessions: [],
    amended: new Map(),
    atHand: none,
    onBranch: none,
    likely: none,
  };
  const mayBear = sessionsThatMayBear(met);
  if (mayBear.atHand.size === 0) return met;
  const thread = await threadAtHand(store, request);
  const own = thread?.sessions ?? [];
  const atHand = new Set(own.map(({ session }) => session.id));
  const best = rankSessions(usable).slice(0, LOOKED_AT.found);
  const near = own.slice(0, LOOKED_AT.atHand).filter(({ session }) => mayBear.atHand.has(session.id));
  const isRead = near.length > 0 || best.some(({ sessionId }) => mayBear.other.has(sessionId));
  const sessions = isRead ? await workedAmong(store, best, near) : [];
  const likely = [...mayBear.atHand].flatMap((id) =>
    id !== undefined && (mayBear.other.has(id) || atHand.has(id)) ? [id] : [],
  );
  return {
    ...met,
    likely: new Set(likely.slice(0, LOOKED_AT.works)),
    sessions,
    amended: findAmendments(best, usable),
    atHand,
    onBranch: isOwnBranch(thread?.sessions[0].session.branch) ? atHand : none,
  };
}

/** A prompt with the end of each address alone: the words in front of it say where something lies, not what it is about. */
function withoutAddresses(prompt: string): string {
  return prompt.replace(ADDRESS, (_, end: string | undefined) => end ?? '');
}

function isSaid(kind: string): boolean {
  return kind === 'prompt' || kind === 'message' || kind === 'knowledge';
}

/**
 * The sessions whose statements together may be enough, in the thread at hand or anywhere, those with the highest odds first;
 * of others no line comes. `undefined` stands for statements of no session.
 */
function sessionsThatMayBear(met: MetPrompt) {
  const held = [...Map.groupBy(met.said, ({ item }) => item.session)].map(([id, own]) => {
    const found = own.flatMap(({ item }) => met.found.get(item.id) ?? []);
    return {
      id,
      evidence: evidenceIn(own, met.telling),
      odds: [false, true].map((near) => bestOdds(found, met, near)),
    };
  });
  const from = (isAtHand: boolean): ReadonlySet<SessionId | undefined> => {
    const may = held.filter(
      ({ evidence, odds }) => bearsOn(met, evidence, isAtHand) || (odds[Number(isAtHand)] ?? 0) >= LEAST_ODDS,
    );
    return new Set(may.toSorted((one, other) => (other.odds[0] ?? 0) - (one.odds[0] ?? 0)).map(({ id }) => id));
  };
  return { atHand: from(true), other: from(false) };
}

/** True for evidence that is enough for a conversation or a decision. */
export function bearsOn({ scale }: MetPrompt, evidence: Evidence, isAtHand: boolean): boolean {
  const { weight, share, rarest, isNamed, nearness } = evidence;
  if (nearness >= FLOOR.cosine) return true;
  const floor = isAtHand ? FLOOR.atHand : FLOOR.other;
  const isRare = rarest >= Math.min(FLOOR.rarity, FLOOR.rarityShare * scale);
  return isRare && (share * weight) / scale >= (isNamed ? floor * FLOOR.named : floor);
}

/** The sessions found, in their order, as far as they have substance, then those that were not found. */
async function workedAmong(
  store: Store,
  best: readonly { sessionId: SessionId }[],
  near: readonly WorkedSession[],
): Promise<WorkedSession[]> {
  const ids = best.map(({ sessionId }) => sessionId);
  const known = new Map(near.map((one) => [one.session.id, one]));
  const missing = ids.filter((id) => !known.has(id));
  const rows = missing.length === 0 ? [] : await store.log.sessions({ ids: missing, limit: missing.length });
  for (const one of await sessionsWith(store, rows)) known.set(one.session.id, one);
  return [...new Set([...ids, ...known.keys()])].flatMap((id) => known.get(id) ?? []);
}

/** The exchanges of the sessions that may bear, the likeliest to be of use first. */
export async function rankExchanges(store: Store, met: MetPrompt): Promise<RankedExchange[]> {
  const ranked: RankedExchange[] = [];
  const works = met.sessions.filter((one) => met.likely.has(one.session.id) && !isConversation(one));
  for (const one of works) ranked.push(...weighExchanges(one, await exchangesOf(store, one), met));
  return ranked.toSorted((one, other) => other.odds - one.odds);
}

/**
 * The conversations that bear on a prompt, each amended one replaced by the one that amends it. What a conversation settles is
 * spread over what was said: it is found as a whole.
 */
export function conversationsAbout(met: MetPrompt): WorkedSession[] {
  const { sessions, said, telling, amended, atHand } = met;
  const talks = sessions.filter(isConversation);
  const bearing = new Set(
    talks.flatMap(({ session: { id } }) => {
      const own = said.filter(({ item }) => item.session === id);
      return bearsOn(met, evidenceIn(own, telling), atHand.has(id)) ? [id] : [];
    }),
  );
  const told = talks.filter(({ session: { id } }) => bearing.has(id) || bearing.has(amended.get(id) ?? id));
  const replaced = new Set(told.map(({ session }) => amended.get(session.id)));
  return told.filter(({ session }) => !replaced.has(session.id));
}
