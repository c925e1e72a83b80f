import type { Item, ItemOf } from '../../core/model/item.ts';
import { sum } from '../../core/sum.ts';
import { isIntentOnly } from '../text/is-intent.ts';
import { logOdds, type OddsWeights } from './log-odds.ts';
import { statementsIn } from './statements.ts';
import { tellingRun } from './telling-passage.ts';
import { weightIn } from './telling-words.ts';
import type { SessionTurn } from './turns.ts';

/** What speaks for a message as the answer to a question, and for the passage of it. */
export interface AnswerFeatures {
  /** The share of the weight of the question's words that the passage holds. */
  telling: number;
  /** The score of the message, of its request and of its session in the search, as shares of the best. */
  own: number;
  asked: number;
  session: number;
  /** 1 for the last message of its turn. */
  final: number;
  /** ln of the words of the passage. */
  words: number;
  /** ln(1 + characters of the message / 200). */
  length: number;
  /** 1 for words on the way: the agent said what it would do next. */
  onTheWay: number;
}

/** Log odds that a message answers, but for a base: compared with each other alone. Set by hand: bench/results/answers.md. */
export const ANSWER_WEIGHTS: OddsWeights<AnswerFeatures> = {
  base: 0,
  telling: 4,
  own: 1.8,
  asked: 1.5,
  session: 3,
  final: 1.1,
  words: 1.2,
  length: -1.1,
  onTheWay: -1,
};
/** What of an answer's worth lies in the passage and in its place in the turn, and in nothing that was searched. */
const OF_TURN = ['telling', 'final', 'words', 'length', 'onTheWay'] as const;
/** Characters in which the length of a message is counted. */
export const LENGTH_CHARS = 200;

/** A message of a turn with the passage of it that bears on a question. */
export interface AnswerRun {
  message: ItemOf<'message'>;
  passage: string;
  features: Pick<AnswerFeatures, (typeof OF_TURN)[number]>;
}

/** The passages of the messages of a turn that state something. */
export function answerRuns(turn: SessionTurn, telling: ReadonlyMap<string, number>, max: number): AnswerRun[] {
  const final = turn.said.findLast((one) => !isOnTheWay(one));
  const whole = Math.max(sum(telling.values()), Number.EPSILON);
  return turn.said.flatMap((message) => {
    const passage = answeringPassage(message, telling, max);
    if (passage === '') return [];
    const features = {
      telling: weightIn(passage, telling) / whole,
      final: message === final ? 1 : 0,
      words: Math.log(passage.split(/\s+/).length),
      length: Math.log1p(message.text.length / LENGTH_CHARS),
      onTheWay: isOnTheWay(message) ? 1 : 0,
    };
    return [{ message, passage, features }];
  });
}

/** The answer to the request of a turn: the message whose passage is worth most to a question. */
export function answerOf(turn: SessionTurn, telling: ReadonlyMap<string, number>, max: number): AnswerRun | undefined {
  const runs = answerRuns(turn, telling, max).map((run) => ({ run, worth: worthOf(run) }));
  return runs.reduce<(typeof runs)[number] | undefined>(
    (best, one) => (best === undefined || one.worth > best.worth ? one : best),
    undefined,
  )?.run;
}

function worthOf({ features }: AnswerRun): number {
  return logOdds(ANSWER_WEIGHTS, { ...features, own: 0, asked: 0, session: 0 });
}

/** The passage of what was said that is worth most to a question, with short blocks of code. */
export function answeringPassage(item: Item, telling: ReadonlyMap<string, number>, max: number): string {
  return tellingRun(statementsIn(item, { code: true }), telling, max);
}

/** True for what an agent said before it went on working. */
export function isOnTheWay(message: ItemOf<'message'>): boolean {
  return message.detail.interim === true || isIntentOnly(message);
}
