// retrieval/prose: an answer in sentences, each with the ids that it rests on.
// It chooses and orders; it invents no word.

import type { RecallResult } from '../../api/answers.ts';
import { isAggregate } from '../../core/model/is-aggregate.ts';
import type { Item } from '../../core/model/item.ts';
import { withDetail } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { requestText } from '../../derive/event/is-request.ts';
import type { Store } from '../../store/contract/store.ts';
import { agentsOf } from '../entries/entry.ts';
import { answeringPassage } from '../passage/answer-runs.ts';
import { tellingWords } from '../passage/telling-words.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { runningNotes } from '../query/running-session.ts';
import { weighQuery } from '../query/weigh-query.ts';
import { isSameQuestion } from '../ranking/is-same-question.ts';
import type { Ranked } from '../ranking/rank.ts';
import { notesOf } from '../search/answer-notes.ts';
import { type RankedAnswer, rankItems } from '../search/search.ts';
import { asksForHistory } from '../text/history-words.ts';
import { saysTooLittle } from '../text/is-intent.ts';
import type { StemWeights } from '../text/snippet.ts';
import { isValid } from '../validity/validity.ts';
import { chooseAnswers, oddsOf, type SaidAnswer } from './choose-answers.ts';
import {
  eventSentences,
  optionsFor,
  type ProseWriter,
  ruleSentences,
  type Sentence,
  saysLittle,
} from './event-sentences.ts';
import { asksWhy, mayGiveReason } from './reasons.ts';
import { quoted } from './recall-sentence.ts';
import { stateSentence } from './state-sentence.ts';

/** Upper bounds on an answer: in sentences and words; one that would exceed them is left out whole. */
const SENTENCES = 4;
const WORDS_MAX = 200;
/** Characters of the passage of the first answer, of a further one, and of the request that it was given to. */
const CHARS = { first: 660, more: 240, asked: 80 } as const;
/**
 * Share of the question's weight from which a memory is about the question, and from which it is mentioned when none
 * is.
 */
const ABOUT = 0.3;
const NEAR = 0.25;
/** The same as cosines, which count without any common word; measured in bench/results/recall.md. */
const ABOUT_COSINE = 0.5;
const NEAR_COSINE = 0.4;
const CONSIDERED = 40;
const NEAREST = 2;
/** Log odds by which a further sentence may be less likely to answer than the first, and a later one come before it. */
const FURTHER = 3;
const LATER = 0.25;
/** The same within one session, and the least of the share of the question's weight, of that of the likelier one. */
const SAME_SESSION = { odds: 1, share: 0.7 } as const;
const ASKED_CHARS = 120;
/** A sentence that may be told, the memory it is about, and what speaks for it. */
interface Tellable {
  sentence: Sentence;
  item: Item;
  /** How likely it answers, in log odds. */
  odds: number;
  /** The share of the question's weight, and the cosine. */
  share: number;
  near: number;
  /** The question names it, or quotes it. */
  isNamed: boolean;
  /** Tells less of the same passage, for a further sentence. */
  shorter?: () => Sentence;
}

/**
 * Answers a question in at most four sentences for a person: the answer first, then what else bears on it, then how it
 * stands. Every sentence is composed by rule from memories that it names; the text says so when nothing is found.
 */
export async function writeRecall(store: Store, query: ResolvedQuery, now: number): Promise<RecallResult> {
  const answer = await rankItems(store, query, now);
  const told = await writeRanked(store, query.query, { ...answer, now });
  return { ...told, notes: [...told.notes, ...runningNotes(query.running, answer.asking)] };
}

/** As `writeRecall`, from an answer that is ranked already. */
export async function writeRanked(
  store: Store,
  question: string,
  { ranked, parsed, answer, now }: Omit<RankedAnswer, 'asking' | 'named'> & { now: number },
): Promise<RecallResult> {
  const weighed = weighQuery(parsed, answer);
  const subject = tellingWords(weighed);
  const telling = subject.size > 0 ? subject : weighed.weights;
  const valid = (asksForHistory(question) ? ranked : ranked.filter(({ marks }) => isValid(marks))).filter(
    ({ item }) => item.detail.echo !== true,
  );
  const isWordless = parsed.words.length === 0;
  const known = new Map(valid.map((one) => [one.item.id, one]));
  const agents = await agentsOf(
    store,
    valid.slice(0, CONSIDERED).map(({ item }) => item),
  );
  const writer: ProseWriter = { store, now, weights: weighed.weights, agents };
  const answers = await chooseAnswers(store, valid, {
    telling,
    max: CHARS.first,
    asksWhy: asksWhy(question),
  });
  const others = await otherCandidates(
    writer,
    valid.filter(({ item }) => !isSameQuestion(item, question)),
    { telling, answers, weigh: oddsOf(valid) },
  );
  const all = [...answers.map((one) => answerCandidate(writer, one, { known, telling })), ...others];
  const isAbout = ({ share, near, isNamed }: Tellable): boolean =>
    isWordless || isNamed || share >= ABOUT || near >= ABOUT_COSINE;
  const about = withLikelier(all.filter(isAbout), all);
  const nearest = about.length > 0 ? [] : all.filter(({ share, near }) => share >= NEAR || near >= NEAR_COSINE);
  const chosen = inOrder(about.length > 0 ? about : nearest, question).slice(
    0,
    nearest.length > 0 ? NEAREST : undefined,
  );
  const sentences = await tellSentences(writer, chosen, question);
  return toResult(sentences, { question, isNear: nearest.length > 0, notes: notesOf(answer, parsed) });
}

/** The ranked memories by id. */
type Known = ReadonlyMap<Item['id'], Ranked>;

function answerCandidate(
  writer: ProseWriter,
  answer: SaidAnswer,
  { known, telling }: { known: Known; telling: StemWeights },
): Tellable {
  const { message, asked, passage, odds, share } = answer;
  const parts = [known.get(message.id), asked === undefined ? undefined : known.get(asked.id)].flatMap(
    (one) => one ?? [],
  );
  return {
    sentence: answerSentence(writer, answer, passage),
    item: message,
    odds,
    share,
    near: Math.max(0, ...parts.map(({ nearness }) => nearness)),
    isNamed: parts.some(isNamed),
    shorter: () => answerSentence(writer, answer, answeringPassage(message, telling, CHARS.more)),
  };
}

function isNamed({ item }: Ranked): boolean {
  return (item.why.exact ?? 0) > 0 || (item.why.id ?? 0) > 0;
}

/** A passage of a message with the request that it was said to. */
function answerSentence(writer: ProseWriter, { message, asked }: SaidAnswer, passage: string): Sentence {
  const { when, agent } = optionsFor(writer, message);
  const request = asked === undefined ? '' : requestText(asked);
  const to = request === '' ? '' : ` (asked ${quoted(cutText(request, CHARS.asked))})`;
  return {
    text: `${agent} said ${when}: ${quoted(passage)}${to}`,
    ids: asked === undefined || to === '' ? [message.id] : [message.id, asked.id],
    at: message.at,
  };
}

/** Candidates about what is no message of a turn: rules, failures with what mended them, requests that nobody answered. */
async function otherCandidates(
  writer: ProseWriter,
  ranked: readonly Ranked[],
  {
    telling,
    answers,
    weigh,
  }: { telling: StemWeights; answers: readonly SaidAnswer[]; weigh: ReturnType<typeof oddsOf> },
): Promise<Tellable[]> {
  const answered = new Set(answers.flatMap(({ asked }) => asked?.id ?? []));
  const stated = new Set(ranked.flatMap(({ item }) => (item.kind === 'knowledge' ? (item.event ?? []) : [])));
  const rest = ranked.slice(0, CONSIDERED).filter(({ item }) => {
    if (item.kind === 'knowledge') return true;
    if (item.kind === 'message' && item.session !== undefined) return false;
    if (item.kind === 'snippet' || item.kind === 'topic' || (answers.length > 0 && isAggregate(item))) return false;
    return !answered.has(item.id) && !saysTooLittle(item) && !(item.event !== undefined && stated.has(item.event));
  });
  const items = rest.map(({ item, marks }) =>
    marks?.supersededBy === undefined ? item : withDetail(item, { status: 'superseded' }),
  );
  const known = new Map(rest.map((one) => [one.item.id, one]));
  const sentences = [
    ...ruleSentences(writer, items),
    ...(await eventSentences(
      writer,
      items.filter(({ kind }) => kind !== 'knowledge'),
    )),
  ];
  return sentences.flatMap((sentence) => {
    const one = sentence.ids.map((id) => known.get(id)).find((ranking) => ranking !== undefined);
    if (one === undefined) return [];
    return [
      { sentence, item: one.item, ...weigh(one, sentence.text, telling), near: one.nearness, isNamed: isNamed(one) },
    ];
  });
}

/** What is about the question, and what was said in the same sessions and answers more likely: the subject stands around it. */
function withLikelier(about: readonly Tellable[], all: readonly Tellable[]): Tellable[] {
  const least = new Map<string | undefined, number>();
  for (const { item, odds } of about) least.set(item.session, Math.min(least.get(item.session) ?? odds, odds));
  return all.filter(
    (one) =>
      about.includes(one) ||
      (one.shorter !== undefined && one.odds >= (least.get(one.item.session) ?? Number.POSITIVE_INFINITY)),
  );
}

/** The likeliest first; of those that are nearly as likely the latest. */
function inOrder(candidates: readonly Tellable[], question: string): Tellable[] {
  const mayFollow = !asksWhy(question);
  const [best, ...rest] = candidates.toSorted((one, other) => other.odds - one.odds);
  if (best === undefined) return [];
  const later = rest
    .filter((one) => one.item.at > best.item.at && isAsLikely(one, best, mayFollow))
    .toSorted((one, other) => other.item.at - one.item.at)[0];
  if (later === undefined) return [best, ...rest];
  return [later, best, ...rest.filter((one) => one !== later)];
}

/**
 * True for one that answers about as likely as another. In the same session it may be less likely: there the last word
 * counts, but for a reason, which is given where it was found.
 */
function isAsLikely(one: Tellable, best: Tellable, mayFollow: boolean): boolean {
  if (one.odds >= best.odds - LATER && one.share >= best.share) return true;
  const isOfSession = one.item.session !== undefined && one.item.session === best.item.session;
  const isNear = one.odds >= best.odds - SAME_SESSION.odds && one.share >= SAME_SESSION.share * best.share;
  return mayFollow && isOfSession && isNear;
}

/** The answer, what else bears on it, that no reason is on record where one was asked for, and how it stands. */
async function tellSentences(writer: ProseWriter, chosen: readonly Tellable[], question: string): Promise<Sentence[]> {
  const [first, ...rest] = chosen;
  if (first === undefined) return [];
  const further = rest.filter(
    ({ item, odds }) => odds >= first.odds - FURTHER && !(saysLittle(item) && !saysLittle(first.item)),
  );
  const state = await stateSentence(writer.store, first.item);
  const told = unlike([first.sentence, ...further.map((one) => one.shorter?.() ?? one.sentence)]);
  const room = SENTENCES - (state === undefined ? 0 : 1);
  const said = withinWords(told, WORDS_MAX - (state === undefined ? 0 : wordsIn(state))).slice(0, room);
  const lacksReason = asksWhy(question) && !said.some(({ text }) => mayGiveReason(text));
  const without: Sentence[] = lacksReason ? [{ text: 'No reason is on record', ids: [], at: 0 }] : [];
  return [...said.slice(0, room - without.length), ...without, ...(state === undefined ? [] : [state])];
}

/** The first sentences that fit into `most` words; one that does not fit is left out whole. */
function withinWords(sentences: readonly Sentence[], most: number): Sentence[] {
  let left = most;
  return sentences.filter((sentence) => {
    const words = wordsIn(sentence);
    if (words > left) return false;
    left -= words;
    return true;
  });
}

function wordsIn({ text }: Sentence): number {
  return text.split(/\s+/).length;
}

/** The sentences without repetitions of the same text. */
function unlike(sentences: readonly Sentence[]): Sentence[] {
  const seen = new Set<string>();
  return sentences.filter(({ text }) => {
    const words = text.replace(/^[^“]*/, '').toLowerCase();
    return !seen.has(words) && seen.add(words);
  });
}

function toResult(
  sentences: readonly Sentence[],
  { question, isNear, notes }: { question: string; isNear: boolean; notes: RecallResult['notes'] },
): RecallResult {
  const asked = cutText(quoted(question), ASKED_CHARS);
  const told = sentences
    .map(({ text, ids }) => (ids.length === 0 ? `${text}.` : `${text} [${ids.join(', ')}].`))
    .join(' ');
  const nothing = question.trim() === '' ? 'Nothing is in memory here.' : `Nothing in memory is about ${asked}.`;
  const text = told === '' ? nothing : `${isNear ? 'The nearest in memory: ' : ''}${told}`;
  const ids = sentences.flatMap((sentence) => sentence.ids);
  return { text, ids: [...new Set(ids)], tokens: countTokens(text), notes };
}
