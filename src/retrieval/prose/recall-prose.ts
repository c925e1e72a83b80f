// retrieval/prose: an answer in sentences, each with the ids that it rests on.
// It chooses and orders; it invents no word.

import type { RecallResult } from '../../api/answers.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind, withDetail } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { Store } from '../../store/contract/store.ts';
import { agentsOf } from '../entries/entry.ts';
import { findFix, isChange } from '../entries/find-fix.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { weighQuery } from '../query/weigh-query.ts';
import type { Ranked } from '../ranking/rank.ts';
import { notesOf } from '../search/answer-notes.ts';
import { type RankedAnswer, rankItems } from '../search/search.ts';
import { formatWhen } from '../text/format-date.ts';
import { asksForHistory } from '../text/history-words.ts';
import { saysTooLittle } from '../text/is-intent.ts';
import type { StemWeights } from '../text/snippet.ts';
import { isTalk } from '../text/stop-words.ts';
import { isCurrentKnowledge } from '../validity/is-current.ts';
import { sayable, trustOf } from '../validity/trust.ts';
import { isValid } from '../validity/validity.ts';
import { eventSentence, failureSentence, knowledgeSentence, quoted, type SentenceOptions } from './recall-sentence.ts';

/**
 * Upper bounds in words on an answer and on its first part, the rules; a sentence that would exceed them is left out
 * whole.
 */
const WORDS_MAX = 200;
const RULES_WORDS = 110;
/**
 * Share of the question's weight from which a memory is about the question, and from which it is mentioned when none
 * is.
 */
const ABOUT = 0.5;
const NEAR = 0.25;
/** The same as cosines, which count without any common word; measured in bench/results/recall.md. */
const ABOUT_COSINE = 0.5;
const NEAR_COSINE = 0.4;
const CONSIDERED = 40;
const NEAREST = 2;
const MAX_FILES = 4;
const FIX_CHANGES = 2;
const ENOUGH = 3;
const ASKED_CHARS = 120;

/** One sentence without its full stop, the memories it rests on, and when it happened. */
interface Sentence {
  text: string;
  ids: ItemId[];
  at: number;
  /** Memories that it covers without naming them. */
  alsoCovers?: ItemId[];
}

/** The inputs for writing sentences. */
interface ProseWriter {
  store: Store;
  now: number;
  weights: StemWeights;
  agents: ReadonlyMap<SessionId, string>;
}

/**
 * Answers a question in prose of about 200 words for a person: rules and decisions first, then events. Every sentence
 * is composed by rule from memories that it names; the text says so when nothing is found.
 */
export async function writeRecall(store: Store, query: ResolvedQuery, now: number): Promise<RecallResult> {
  return writeRanked(store, query.query, { ...(await rankItems(store, query, now)), now });
}

/** As `writeRecall`, from an answer that is ranked already. */
export async function writeRanked(
  store: Store,
  question: string,
  { ranked, parsed, answer, now }: RankedAnswer & { now: number },
): Promise<RecallResult> {
  const { weights } = weighQuery(parsed, answer);
  const share = createShare(weights);
  const isWordless = parsed.words.length === 0;
  const valid = asksForHistory(question) ? ranked : ranked.filter(({ marks }) => isValid(marks));
  const about = valid
    .slice(0, CONSIDERED)
    .filter((one) => isWordless || isAbout(one, share(one) >= ABOUT || one.nearness >= ABOUT_COSINE));
  const near =
    about.length > 0
      ? []
      : valid.slice(0, CONSIDERED).filter((one) => isAbout(one, share(one) >= NEAR || one.nearness >= NEAR_COSINE));
  const chosen = (about.length > 0 ? about : near.slice(0, NEAREST))
    .map(({ item, marks }) => (marks?.supersededBy === undefined ? item : givenUp(item)))
    .filter((item) => item.detail.echo !== true);
  const writer = { store, now, weights, agents: await agentsOf(store, chosen) };
  const rules = withinWords(unlike(ruleSentences(writer, chosen)), RULES_WORDS);
  const left = WORDS_MAX - rules.reduce((sum, sentence) => sum + wordsIn(sentence), 0);
  const events = withinWords(unlike(await eventSentences(writer, chosen)), left);
  const parts = [rules, events.toSorted((one, other) => one.at - other.at)];
  const text = toText(parts, { query: question, isNear: near.length > 0 });
  const ids = parts.flatMap((sentences) => sentences.flatMap((sentence) => sentence.ids));
  return { text, ids: [...new Set(ids)], tokens: countTokens(text), notes: notesOf(answer, parsed) };
}

/** The item marked as superseded, so that its sentence says so. */
function givenUp(item: Item): Item {
  return withDetail(item, { status: 'superseded' });
}

/**
 * Scores an item by its share of the question's weight; words of talk ("what do we know of") count only when there are
 * no others.
 */
function createShare(weights: StemWeights): (one: Ranked) => number {
  const subject = [...weights].filter(([stem]) => !isTalk(stem));
  const counted = subject.length > 0 ? subject : [...weights];
  const sum = (some: typeof counted): number => some.reduce((total, [, weight]) => total + weight, 0);
  const whole = sum(counted);
  return ({ match }) => (whole === 0 ? 0 : sum(counted.filter(([stem]) => match.stems.has(stem))) / whole);
}

function isAbout({ item }: Ranked, holdsEnough: boolean): boolean {
  return holdsEnough || (item.why.exact ?? 0) > 0 || (item.why.id ?? 0) > 0;
}

/**
 * Sentences about rules, decisions, preferences and rejections, those stated by a person first; superseded ones only
 * when there are no current ones.
 */
function ruleSentences(writer: ProseWriter, items: readonly Item[]): Sentence[] {
  const rules = items.filter((item) => item.kind === 'knowledge');
  const current = rules.filter(isCurrentKnowledge);
  const chosen = current.length > 0 ? current : rules;
  const sure = chosen.filter((item) => trustOf(item) === 'whole');
  return [...sure, ...chosen.filter((item) => !sure.includes(item))].map((item) =>
    sentenceOf(item, knowledgeSentence(item, optionsFor(writer, item))),
  );
}

/** Sentences about events: a failure together with its fix, changes of files together. */
async function eventSentences(writer: ProseWriter, items: readonly Item[]): Promise<Sentence[]> {
  const stated = new Set(items.flatMap((item) => (item.kind === 'knowledge' ? (item.event ?? []) : [])));
  const rest = items.filter(
    (item) =>
      item.kind !== 'knowledge' && !saysTooLittle(item) && !(item.event !== undefined && stated.has(item.event)),
  );
  const failures: Sentence[] = [];
  for (const alike of alikeIn(rest.filter(isFailure))) failures.push(await failureWithFix(writer, alike));
  const byId = new Map(failures.map((sentence) => [sentence.ids[0], sentence]));
  const covered = new Set(failures.flatMap((sentence) => [...sentence.ids, ...(sentence.alsoCovers ?? [])]));
  const sentences = rest.flatMap((item) => {
    const failure = byId.get(item.id);
    if (failure !== undefined) return [failure];
    const said = covered.has(item.id) ? undefined : eventSentence(item, optionsFor(writer, item));
    return said === undefined ? [] : [sentenceOf(item, said)];
  });
  const changes = rest.filter((item) => isChange(item) && !covered.has(item.id));
  const all = changes.length === 0 ? sentences : [...sentences, changesSentence(writer, changes)];
  const plain = new Set(rest.filter(saysLittle).map((item) => item.id));
  const others = all.filter(({ ids: [id] }) => id === undefined || !plain.has(id));
  return others.length >= ENOUGH ? others : all;
}

/** A successful command or a look-up says little when there is something else to write. */
function saysLittle(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return (observation === 'command' && success !== false) || observation === 'research';
}

function isFailure(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return observation === 'command' && success === false;
}

/** Groups failures of the same command in the same session; the group's best-ranked failure comes first. */
function alikeIn(failures: readonly Item[]): Item[][] {
  return [...Map.groupBy(failures, ({ session, title }) => `${session} ${title}`).values()];
}

async function failureWithFix(writer: ProseWriter, alike: readonly Item[]): Promise<Sentence> {
  const [item, ...others] = alike as [Item, ...Item[]];
  const said = failureSentence(item, optionsFor(writer, item), alike.length);
  const last = alike.reduce((one, other) => (other.at > one.at ? other : one));
  const fix = await findFix(writer.store, last);
  const alsoCovers = others.map((other) => other.id);
  if (fix === undefined) return { ...sentenceOf(item, said), alsoCovers };
  const after = fix.changes.length === 0 ? 'later' : `after ${filesOf(fix.changes)} had changed`;
  const changes = fix.changes.map((change) => change.id);
  return {
    text: `${said}; it went well ${after}`,
    ids: [item.id, ...changes.slice(-FIX_CHANGES), fix.success.id],
    at: item.at,
    alsoCovers: [...alsoCovers, ...changes],
  };
}

function changesSentence({ now }: ProseWriter, changes: readonly Item[]): Sentence {
  const newest = changes.reduce((one, other) => (other.at > one.at ? other : one));
  const days = new Set(changes.map((item) => formatWhen(item.at, now)));
  const when = `${days.size === 1 ? '' : 'lately, last '}${formatWhen(newest.at, now)}`;
  return {
    text: `Changed ${when}: ${filesOf(changes)}`,
    ids: changes.slice(0, MAX_FILES).map((item) => item.id),
    at: newest.at,
  };
}

function filesOf(changes: readonly Item[]): string {
  const files = [...new Set(changes.flatMap((item) => item.detail.filesChanged ?? []))].map(sayable);
  const shown = files.slice(0, MAX_FILES);
  const more = files.length - shown.length;
  if (shown.length === 0) return 'a file';
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
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

function sentenceOf(item: Item, text: string): Sentence {
  return { text, ids: [item.id], at: item.at };
}

function optionsFor({ now, weights, agents }: ProseWriter, item: Item): SentenceOptions {
  const agent = item.session === undefined ? undefined : agents.get(item.session);
  return { when: formatWhen(item.at, now), agent: agent === undefined ? 'An agent' : sayable(agent), weights };
}

function toText(
  parts: readonly (readonly Sentence[])[],
  { query, isNear }: { query: string; isNear: boolean },
): string {
  const paragraphs = parts
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.map(({ text, ids }) => `${text} [${ids.join(', ')}].`).join(' '));
  const asked = cutText(quoted(query), ASKED_CHARS);
  if (paragraphs.length === 0) return `Nothing in memory is about ${asked}.`;
  return [...(isNear ? [`Nothing in memory is just about ${asked}; the nearest is this.`] : []), ...paragraphs].join(
    '\n\n',
  );
}
