import * as LIMITS from '../core/limits.ts';
import type { Item } from '../core/model/item.ts';
import { isSubstantive } from '../derive/event/is-request.ts';
import type { Store } from '../store/contract/store.ts';
import type { BlockRequest } from './lines/block-request.ts';
import { type ContextLine, knowledgeLine } from './lines/context-line.ts';
import { sessionLines } from './lines/session-lines.ts';
import type { Lack, Trail } from './lines/trail.ts';
import { bearsOn, conversationsAbout, type MetPrompt, meetPrompt, rankExchanges } from './meet-prompt.ts';
import { describeShare, evidenceIn } from './threads/bearing.ts';
import { exchangeLines, settledLines } from './threads/bearing-lines.ts';
import { asksToGoOn, isBeginning, lastThreads } from './threads/goes-on.ts';
import { LEAST_ODDS, type RankedExchange } from './threads/rank-exchanges.ts';
import { threadAtHand } from './threads/thread-at-hand.ts';
import { stateLines, threadLines } from './threads/thread-lines.ts';

/** Upper bounds on what a block tells, more where the budget is larger than the default. */
const TOLD = { conversations: 3, exchanges: 2, first: 4 } as const;
const KNOWLEDGE = 3;
/** Upper bound on the lines of a kind that an explained block names as nearly told. */
const NEARLY = 5;

/** Lines for what bears on a prompt: the exchanges and conversations about its subject, and decisions; none when none bears. */
export async function promptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const query = request.prompt ?? '';
  if (asksToGoOn(query) && (await isBeginning(store, request))) return goneOnLines(store, request);
  if (!isSubstantive(query)) return [];
  const met = await meetPrompt(store, request);
  const { budget, spare = 0 } = request;
  const room = Math.max((budget - spare) / LIMITS.contextTokens.prompt, 1);
  const most = spare > 0 ? TOLD.first : TOLD.exchanges;
  const settled = await settledLines(store, conversationsAbout(met).slice(0, Math.floor(TOLD.conversations * room)));
  const ranked = await rankExchanges(store, met);
  const likely = ranked.filter(({ odds }) => odds >= LEAST_ODDS);
  const count = Math.floor(most * room);
  const place = { isFirst: spare > 0, telling: met.telling, near: met.onBranch, cwd: request.place?.cwd };
  const exchanges = await exchangeLines(store, likely.slice(0, count), place);
  const others = ranked.slice(Math.min(likely.length, count));
  if (request.trail !== undefined) await leaveExchanges(store, others, { ...place, trail: request.trail });
  const done = room > 1 ? await sessionLines(store, met.ranked, request) : [];
  return [...knowledgeLines(met, request.trail), ...settled, ...exchanges, ...done];
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

/** Says of the exchanges that were nearly told that they lack room, or something in common with the prompt. */
async function leaveExchanges(
  store: Store,
  exchanges: readonly RankedExchange[],
  { trail, ...place }: Parameters<typeof exchangeLines>[2] & { trail: Trail },
): Promise<void> {
  for (const one of exchanges.slice(0, NEARLY)) {
    const [line] = await exchangeLines(store, [one], place);
    const lack: Lack =
      one.odds >= LEAST_ODDS
        ? { code: 'room', says: 'A prompt is told a few exchanges, the likeliest to be of use' }
        : {
            code: 'bearing',
            says: `Less likely than not to be of use: ${percent(one.odds)}, told from ${percent(LEAST_ODDS)}`,
          };
    if (line !== undefined) trail.leave(line, lack);
  }
}

function knowledgeLines(met: MetPrompt, trail: Trail | undefined): ContextLine[] {
  const known = met.said
    .filter(({ item }) => item.kind === 'knowledge')
    .map((one) => {
      const { item } = one;
      const evidence = evidenceIn([one], met.telling);
      const bears = bearsOn(met, evidence, item.session !== undefined && met.atHand.has(item.session));
      return { item, bears, why: describeShare(evidence) };
    });
  const toLine = ({ item, why }: { item: Item; why: string }, i: number): ContextLine =>
    knowledgeLine(item, { section: 'bearing', worth: 90 - i * 10, why });
  const bearing = known.filter(({ bears }) => bears);
  if (trail !== undefined) {
    for (const line of bearing.slice(KNOWLEDGE).map(toLine))
      trail.leave(line, { code: 'room', says: `A prompt is told ${KNOWLEDGE} statements at most` });
    const nearly = known.filter(({ bears }) => !bears).slice(0, NEARLY);
    for (const line of nearly.map(toLine)) trail.leave(line, 'bearing');
  }
  return bearing.slice(0, KNOWLEDGE).map(toLine);
}

/** A chance in hundredths, from its log odds. */
function percent(odds: number): string {
  return `${Math.round(100 / (1 + Math.exp(-odds)))} %`;
}
