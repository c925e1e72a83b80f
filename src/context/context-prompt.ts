import { LIMITS } from '../core/limits.ts';
import type { SessionId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isSubstantive } from '../derive/event/is-request.ts';
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
import { type ContextLine, knowledgeLine } from './lines/context-line.ts';
import { sessionLines } from './lines/session-lines.ts';
import { type Evidence, evidenceIn, tellingWords } from './threads/bearing.ts';
import { bearingLines } from './threads/bearing-lines.ts';
import { asksToGoOn, isBeginning, lastThreads } from './threads/goes-on.ts';
import { isOwnBranch } from './threads/relate-sessions.ts';
import { threadAtHand } from './threads/thread-at-hand.ts';
import { stateLines, threadLines } from './threads/thread-lines.ts';
import { isConversation, sessionsWith, type WorkedSession } from './threads/worked-session.ts';

/**
 * What a statement must hold of a prompt for its session to bear on it: the weight (idf) of the words that tell the prompt's
 * subject, in units of ln(items + 1), times their share, and one word as rare as this. Less is enough in the thread at hand.
 * Alternatively a cosine. Set on data: bench/results/next-session.md.
 */
const FLOOR = { atHand: 0.3, other: 1.2, rarity: 3, rarityShare: 0.35, cosine: 0.55, named: 0.75 } as const;
/** Least number of items from which the rarity of a word is computed; otherwise a first memory would never bear on anything. */
const SMALL_MEMORY = 50;
/** Upper bounds on the sessions that a block tells, more where the budget is larger than the default, and looks at. */
const SESSIONS = 3;
const LOOKED_AT = 8;
const KNOWLEDGE = 3;

/** Lines for what bears on a prompt: the exchanges of the sessions about its subject, and decisions; none when none bears. */
export async function promptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const query = request.prompt ?? '';
  if (asksToGoOn(query) && (await isBeginning(store, request))) return goneOnLines(store, request);
  if (!isSubstantive(query)) return [];
  const filter = omitUndefined({ project: request.project });
  const found = await rankItems(store, { filter, query, ...omitUndefined({ vector: request.vector }) }, request.now);
  const answer = { ...found.answer, total: Math.max(found.answer.total, SMALL_MEMORY) };
  const weighed = weighQuery(found.parsed, answer);
  const telling = tellingWords(weighed);
  const usable = found.ranked.filter(({ item }) => isUsable(item, request) && isCurrentKnowledge(item));
  const said = usable.filter(
    ({ item, marks }) => isSaid(item.kind) && mayQuote(item) && (isValid(marks) || asksForHistory(query)),
  );
  const scale = Math.log(answer.total + 1);
  // A larger budget than the default for prompts has room for more sessions.
  const room = Math.max(request.budget / LIMITS.contextTokens.prompt, 1);
  const done = room > 1 ? await sessionLines(store, found.ranked, request) : [];
  const holding = sessionsHolding(said, telling, scale);
  if (holding.some.size === 0) return done;
  const atHand = await threadAtHand(store, request);
  const near = new Set(atHand?.sessions.map(({ session }) => session.id));
  const mayBear = (id: SessionId | undefined): boolean =>
    holding.enough.has(id) || (id !== undefined && near.has(id) && holding.some.has(id));
  if (![...holding.some].some(mayBear)) return done;
  const onBranch = new Set(isOwnBranch(atHand?.sessions[0].session.branch) ? near : []);
  const best = rankSessions(usable).slice(0, LOOKED_AT);
  const amended = findAmendments(best, usable);
  const sessions = best.map(({ sessionId }) => sessionId);
  const worked = sessions.some(mayBear) ? await workedAmong(store, sessions) : [];
  const bears = new Map<WorkedSession, number>();
  for (const one of worked) {
    const own = said.filter(({ item }) => item.session === one.session.id);
    // What a conversation settles is spread over what was said; elsewhere one statement must bear by itself.
    const parts = isConversation(one) ? [own] : own.map((single) => [single]);
    const least = near.has(one.session.id) ? FLOOR.atHand : FLOOR.other;
    const enough = parts
      .map((part) => evidenceIn(part, telling))
      .filter((evidence) => isEnough(evidence, least, scale));
    if (enough.length > 0) bears.set(one, Math.max(...enough.map(({ share, weight }) => share * weight)));
  }
  const bearing = withAmendments(worked, new Set(bears.keys()), amended);
  // A conversation is found as a whole; of other sessions the one comes first in which one statement holds most.
  if (!bearing.some(isConversation)) bearing.sort((one, other) => (bears.get(other) ?? 0) - (bears.get(one) ?? 0));
  const places = new Map(said.map(({ item }, place) => [item.id, place]));
  const told = bearing.slice(0, Math.floor(SESSIONS * room));
  const lines = await bearingLines(store, told, { telling, places, near: onBranch, cwd: request.place?.cwd });
  return [...knowledgeLines(said, { near, telling, scale }), ...lines, ...done];
}

/**
 * For a session that begins with the wish to go on: the lines of the thread at hand; where there is none, those of the last
 * one, and a line for each of the threads before it.
 */
async function goneOnLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const atHand = await threadAtHand(store, request);
  if (atHand !== undefined) return threadLines(store, atHand, request);
  const [last, ...others] = await lastThreads(store, request);
  return last === undefined ? [] : [...(await threadLines(store, last, request)), ...(await stateLines(store, others))];
}

/** The sessions that bear, each amended one replaced by the one that amends it. */
function withAmendments(
  worked: readonly WorkedSession[],
  bearing: ReadonlySet<WorkedSession>,
  amended: ReadonlyMap<SessionId, SessionId>,
): WorkedSession[] {
  const ids = new Set([...bearing].map(({ session }) => session.id));
  const isTold = (one: WorkedSession): boolean =>
    bearing.has(one) || ids.has(amended.get(one.session.id) ?? one.session.id);
  const told = worked.filter(isTold);
  const replaced = new Set(told.map(({ session }) => amended.get(session.id)));
  return told.filter(({ session }) => !replaced.has(session.id));
}

/** The given sessions in their order as far as they have substance. */
async function workedAmong(store: Store, ids: readonly SessionId[]): Promise<WorkedSession[]> {
  const rows = await store.log.sessions({ ids, limit: Math.max(ids.length, 1) });
  const worked = new Map((await sessionsWith(store, rows)).map((one) => [one.session.id, one]));
  return ids.flatMap((id) => worked.get(id) ?? []);
}

/**
 * The sessions all of whose statements together hold enough of a prompt, in the thread at hand (`some`) or anywhere
 * (`enough`); of others none bears by itself. `undefined` stands for statements of no session.
 */
function sessionsHolding(said: readonly Ranked[], telling: ReadonlyMap<string, number>, scale: number) {
  const held = [...Map.groupBy(said, ({ item }) => item.session)].map(
    ([id, own]) => [id, evidenceIn(own, telling)] as const,
  );
  const from = (floor: number): ReadonlySet<SessionId | undefined> =>
    new Set(held.filter(([, evidence]) => isEnough(evidence, floor, scale)).map(([id]) => id));
  return { some: from(FLOOR.atHand), enough: from(FLOOR.other) };
}

function isSaid(kind: string): boolean {
  return kind === 'prompt' || kind === 'message' || kind === 'knowledge';
}

function isEnough({ weight, share, rarest, isNamed, nearness }: Evidence, floor: number, scale: number): boolean {
  if (nearness >= FLOOR.cosine) return true;
  const least = isNamed ? floor * FLOOR.named : floor;
  const isRare = rarest >= Math.min(FLOOR.rarity, FLOOR.rarityShare * scale);
  return isRare && (share * weight) / scale >= least;
}

function knowledgeLines(
  said: readonly Ranked[],
  { near, telling, scale }: { near: ReadonlySet<SessionId>; telling: ReadonlyMap<string, number>; scale: number },
): ContextLine[] {
  return said
    .filter(({ item }) => item.kind === 'knowledge')
    .filter((one) => {
      const floor = one.item.session !== undefined && near.has(one.item.session) ? FLOOR.atHand : FLOOR.other;
      return isEnough(evidenceIn([one], telling), floor, scale);
    })
    .slice(0, KNOWLEDGE)
    .map(({ item }, i) => knowledgeLine(item, { section: 'bearing', worth: 90 - i * 10 }));
}
