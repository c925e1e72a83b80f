import { LIMITS } from '../core/limits.ts';
import { isSubstantive } from '../derive/event/is-request.ts';
import type { Store } from '../store/contract/store.ts';
import type { BlockRequest } from './lines/block-request.ts';
import { type ContextLine, knowledgeLine } from './lines/context-line.ts';
import { sessionLines } from './lines/session-lines.ts';
import { bearsOn, conversationsAbout, type MetPrompt, meetPrompt, rankExchanges } from './meet-prompt.ts';
import { evidenceIn } from './threads/bearing.ts';
import { exchangeLines, settledLines } from './threads/bearing-lines.ts';
import { asksToGoOn, isBeginning, lastThreads } from './threads/goes-on.ts';
import { LEAST_ODDS } from './threads/rank-exchanges.ts';
import { threadAtHand } from './threads/thread-at-hand.ts';
import { stateLines, threadLines } from './threads/thread-lines.ts';

/** Upper bounds on what a block tells, more where the budget is larger than the default. */
const TOLD = { conversations: 3, exchanges: 2 } as const;
const KNOWLEDGE = 3;

/** Lines for what bears on a prompt: the exchanges and conversations about its subject, and decisions; none when none bears. */
export async function promptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const query = request.prompt ?? '';
  if (asksToGoOn(query) && (await isBeginning(store, request))) return goneOnLines(store, request);
  if (!isSubstantive(query)) return [];
  const met = await meetPrompt(store, request);
  const room = Math.max(request.budget / LIMITS.contextTokens.prompt, 1);
  const settled = await settledLines(store, conversationsAbout(met).slice(0, Math.floor(TOLD.conversations * room)));
  const likely = (await rankExchanges(store, met)).filter(({ odds }) => odds >= LEAST_ODDS);
  const exchanges = await exchangeLines(store, likely.slice(0, Math.floor(TOLD.exchanges * room)), {
    telling: met.telling,
    near: met.onBranch,
    cwd: request.place?.cwd,
  });
  const done = room > 1 ? await sessionLines(store, met.ranked, request) : [];
  return [...knowledgeLines(met), ...settled, ...exchanges, ...done];
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

function knowledgeLines(met: MetPrompt): ContextLine[] {
  return met.said
    .filter(({ item }) => item.kind === 'knowledge')
    .filter((one) => {
      const { session } = one.item;
      return bearsOn(met, evidenceIn([one], met.telling), session !== undefined && met.atHand.has(session));
    })
    .slice(0, KNOWLEDGE)
    .map(({ item }, i) => knowledgeLine(item, { section: 'bearing', worth: 90 - i * 10 }));
}
