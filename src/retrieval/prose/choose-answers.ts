import type { ItemId, SessionId } from '../../core/model/ids.ts';
import { isAggregate } from '../../core/model/is-aggregate.ts';
import type { Item, ItemOf } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { sum } from '../../core/sum.ts';
import type { Store } from '../../store/contract/store.ts';
import { ANSWER_WEIGHTS, type AnswerFeatures, answerRuns, LENGTH_CHARS } from '../passage/answer-runs.ts';
import { logOdds } from '../passage/log-odds.ts';
import { weightIn } from '../passage/telling-words.ts';
import { type SessionTurn, turnOf } from '../passage/turns.ts';
import type { Ranked } from '../ranking/rank.ts';
import { rankSessions } from '../ranking/rank-sessions.ts';
import { givesReason } from './reasons.ts';

/** A message that may answer, the request it was said to, and the passage of it that bears on the question. */
export interface SaidAnswer {
  message: ItemOf<'message'>;
  asked?: ItemOf<'prompt'>;
  passage: string;
  /** Log odds: to be compared with those of other answers to the same question alone. */
  odds: number;
  /** The share of the weight of the question's words that request and message hold. */
  share: number;
}

/** The question as its answers are chosen by. */
export interface Chosen {
  /** The words that tell its subject with their weights. */
  telling: ReadonlyMap<string, number>;
  /** Most characters of a passage. */
  max: number;
  /** A reason is wanted. */
  asksWhy: boolean;
}

/** Ranked items, best first, whose turns are read, and turns. */
const LOOKED_AT = 40;
const TURNS = 15;
/** Log odds by which a passage that gives a reason answers a question for one more likely. */
const REASON_ODDS = 0.7;
/** The ranked item whose score counts as none. */
const BASE = 39;

/** What was said in the turns of the best ranked items, the likeliest answer first; one for each turn. */
export async function chooseAnswers(store: Store, ranked: readonly Ranked[], question: Chosen): Promise<SaidAnswer[]> {
  const turns = await turnsOf(store, ranked.slice(0, LOOKED_AT));
  const shares = sharesOf(ranked);
  const answers = turns.flatMap(({ turn, session }) => {
    const runs = answerRuns(turn, question.telling, question.max).map(({ message, passage, features }): SaidAnswer => {
      const all: AnswerFeatures = {
        ...features,
        own: shares.item(message.id),
        asked: turn.asked === undefined ? 0 : shares.item(turn.asked.id),
        session: shares.session(session),
      };
      const { asked } = turn;
      const share = shareIn([message.text, asked?.text ?? ''], question.telling);
      const odds = logOdds(ANSWER_WEIGHTS, all) + (question.asksWhy && givesReason(passage) ? REASON_ODDS : 0);
      return { message, ...(asked === undefined ? {} : { asked }), passage, odds, share };
    });
    return runs.toSorted((one, other) => other.odds - one.odds).slice(0, 1);
  });
  return answers.toSorted((one, other) => other.odds - one.odds);
}

async function turnsOf(store: Store, ranked: readonly Ranked[]): Promise<{ turn: SessionTurn; session: SessionId }[]> {
  const turns: { turn: SessionTurn; session: SessionId }[] = [];
  for (const { item } of ranked) {
    const { session, at } = item;
    if (session === undefined || isAggregate(item) || turns.length >= TURNS) continue;
    if (turns.some((one) => one.session === session && one.turn.from <= at && at < one.turn.to)) continue;
    const turn = await turnOf(store, item);
    if (turn !== undefined) turns.push({ turn, session });
  }
  return turns;
}

/** Scores of items and sessions as shares of the best. */
function sharesOf(ranked: readonly Ranked[]) {
  const least = ranked[Math.min(BASE, ranked.length - 1)]?.item.score ?? 0;
  const most = Math.max((ranked[0]?.item.score ?? 0) - least, Number.EPSILON);
  const items = new Map(ranked.map(({ item }) => [item.id, Math.max(0, (item.score - least) / most)]));
  const sessions = rankSessions(ranked);
  const best = Math.max(sessions[0]?.score ?? 0, Number.EPSILON);
  const bySession = new Map(sessions.map(({ sessionId, score }) => [sessionId, score / best]));
  return {
    item: (id: ItemId): number => items.get(id) ?? 0,
    session: (id: SessionId): number => bySession.get(id) ?? 0,
  };
}

/** The share of the weight of the question's words that some texts hold together. */
function shareIn(texts: readonly string[], telling: ReadonlyMap<string, number>): number {
  return weightIn(texts.join('\n'), telling) / Math.max(sum(telling.values()), Number.EPSILON);
}

/** Log odds that what is no message answers, above those of a message with the same features. */
const KIND_ODDS: Readonly<Partial<Record<ItemKind, number>>> = {
  knowledge: 2.5,
  prompt: -1.5,
  observation: -0.5,
  summary: -2,
  topic: -3,
  pattern: -1,
};

/** Weighs what is no message against answers: the same features, of the sentence that tells it. */
export function oddsOf(ranked: readonly Ranked[]) {
  const shares = sharesOf(ranked);
  return ({ item, coverage }: Ranked, sentence: string, telling: ReadonlyMap<string, number>) => {
    const share = shareIn([sentence], telling);
    const features: AnswerFeatures = {
      telling: share,
      own: shares.item(item.id),
      asked: 0,
      session: item.session === undefined ? 1 : shares.session(item.session),
      final: 0,
      words: Math.log(sentence.split(/\s+/).length),
      length: Math.log1p(item.text.length / LENGTH_CHARS),
      onTheWay: 0,
    };
    const odds = logOdds(ANSWER_WEIGHTS, features) + (KIND_ODDS[asksOnly(item) ? 'prompt' : item.kind] ?? 0);
    return { odds, share: Math.max(share, item.kind === 'summary' ? 0 : coverage) };
  };
}

/** True for a decision or rejection whose words only ask: it answers as little as a request. */
function asksOnly({ kind, text }: Item): boolean {
  return (
    kind === 'knowledge' &&
    (/[?？]\W*$/.test(text) || /^(?:is|are|can|could|should|do|does|would|what|how|why)\b/i.test(text))
  );
}
