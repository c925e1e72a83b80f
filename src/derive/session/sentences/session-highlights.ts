import { dropOldest } from '../../../core/drop-oldest.ts';
import type { Item, ItemOf } from '../../../core/model/item.ts';
import { isOver } from '../../../core/model/kinds.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { contentWords } from '../../claim/claim-words.ts';
import { settledWords } from '../../claim/settled-words.ts';
import { isAddressedToSession, isRequest } from '../../event/is-request.ts';
import { intentOf } from '../../event/meaning.ts';
import { RULES } from '../../item/rules.ts';
import { choicesIn, plainSentence, type Speaker } from '../../pattern/choice-words.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { isOwnStatement } from '../../provenance/tellable.ts';
import { BestSentences, type SentenceCandidate } from './best-sentences.ts';
import { type Role, type Roles, rolesOf, saysOf, shapeWeight } from './cues.ts';
import { BULLET, type StatementSentence, statementSentences } from './statement-patterns.ts';

/** A prompt that is a file nobody typed: the text of a skill or a command, or a document with front matter. */
const HANDED_OVER = /^\s*(?:Base directory for this skill:|---\s*\n\s*\w+:|<command-|Caveat: The messages below)/;
const EXCERPT_CHARS = 280;
/** Least characters of an excerpt before it may end at the end of a paragraph. */
const PARAGRAPH_CHARS = 24;
const FIRST_REQUEST = 20;
/** Weight of a request that names nothing, as long as no other does. */
const LITTLE = 0.5;
/** Factors of a sentence in the last message of a turn, in an earlier message, and in a compaction summary. */
const REPORTED = 1.4;
const ON_THE_WAY = 0.8;
const OF_COMPACTION = 0.7;
/** Roles read in each kind of text: until a turn ends nobody knows whether the work stays. */
const OF_REQUEST: readonly Role[] = ['learned'];
const ON_WAY: readonly Role[] = ['learned', 'solved', 'blocked'];
const OF_REPORT: readonly Role[] = [...ON_WAY, 'completed'];
const MAX_RECENT = 40;
const MAX_KNOWN = 400;
/** Least new words of a request that turns to something new. */
const FRESH = 3;
const AFTER_LEAD = 3.5;
const LEAD_WORDS = 3;
const MIN_REPORT = 3;
/** Least weight of a sentence before its form is considered. */
const CAN_WIN = 1.9;

/** Selects the sentences of people, agents and notes for the sections of a summary; one pass over the items, bounded. */
export class SessionHighlights {
  readonly requests: BestSentences = new BestSentences(5);
  readonly learned: BestSentences = new BestSentences(6);
  readonly completed: BestSentences = new BestSentences(8);
  readonly solved: BestSentences = new BestSentences(6);
  readonly decisions: BestSentences = new BestSentences(6);
  readonly notes: BestSentences = new BestSentences(5);
  readonly userNotes: BestSentences = new BestSentences(10);
  readonly keyMessages: BestSentences = new BestSentences(6);
  /** The best sentence about completed work, from the last turn that has one. */
  report: SentenceCandidate | undefined;
  /** The agent's latest message, held until it is known whether it is the last of its turn. */
  #held: Item | undefined;
  /** True once a request has named what the session is about. */
  #isAbout = false;
  /** Latest content words of requests: a request with other words turns to something new. */
  readonly #known: Set<string> = new Set();

  take(item: Item): void {
    if (item.kind === 'knowledge') this.#takeKnowledge(item);
    else if (item.rule === RULES.noted) this.#takeNote(item);
    else if (item.kind === 'summary') this.#takeSayings(item, OF_COMPACTION, this.notes);
    else if (item.detail.subagent !== undefined) return;
    else if (item.kind === 'message') {
      this.#release(ON_THE_WAY);
      this.#held = item;
    } else if (isAddressedToSession(item)) {
      this.#release(REPORTED);
      if (isRequest(item) && !HANDED_OVER.test(item.text)) this.#takeRequest(item);
    }
  }

  /** Ends a part of the session; returns its best sentence on completed work, else on what was learned. */
  closePart(): SentenceCandidate | undefined {
    const { completed, learned, keyMessages } = this;
    const [done, known, key] = [completed, learned, keyMessages].map((section) => section.closePart());
    for (const section of [this.requests, this.solved, this.decisions, this.notes, this.userNotes]) section.closePart();
    return done ?? known ?? key;
  }

  /** Ends the session: its last message ends its turn. */
  end(): void {
    this.#release(REPORTED);
  }

  #takeRequest(item: Item): void {
    const text = excerptOf(item);
    if (text === '') return;
    this.requests.add({ text, ids: [item.id], at: item.at, weight: this.#weightOf(text) });
    this.#takeChoices(item, 'person');
    for (const saying of statementSentences(item)) {
      const { learned } = rolesOf(saying, OF_REQUEST);
      if (learned === undefined) continue;
      const weight = learned * shapeWeight(saying.text);
      if (weight > 3) this.learned.add({ text: saying.text, ids: [item.id], at: item.at, weight });
    }
  }

  /** Weight of a request: highest for the first that names something, for others by how far they turn to something new. */
  #weightOf(text: string): number {
    const turn = this.#turnOf(text);
    if (this.#isAbout) return turn;
    this.#isAbout = saysOf(text, 2);
    return this.#isAbout ? FIRST_REQUEST : LITTLE;
  }

  /** Weight of a request by its new words. */
  #turnOf(text: string): number {
    const words = contentWords(text).slice(0, MAX_RECENT);
    const fresh = words.filter((word) => !this.#known.has(word)).length;
    for (const word of words) this.#know(word);
    if (fresh < FRESH) return 0;
    const isTask = intentOf(text) !== undefined;
    return Math.min(fresh, 12) / 2 + (isTask ? 2 : 0) - (/[?？]\s*$/.test(text) ? 1 : 0);
  }

  #know(word: string): void {
    this.#known.delete(word);
    this.#known.add(word);
    dropOldest(this.#known, MAX_KNOWN);
  }

  #takeKnowledge(item: ItemOf<'knowledge'>): void {
    const { status } = item.detail;
    const settled = settledWords(item);
    if (isOver(status) || !isOwnStatement(item) || settled === undefined) return;
    const isPerson = item.author === 'person';
    if (isPerson && item.rule === RULES.noted) this.#takeNote(item);
    const text = excerptOf({ ...item, text: settled });
    this.decisions.add({ text, ids: [item.id], at: item.at, weight: isPerson || status === 'confirmed' ? 7 : 5 });
  }

  #takeNote(item: Item): void {
    const section = item.author === 'person' ? this.userNotes : this.notes;
    section.add({ text: excerptOf(item), ids: [item.id], at: item.at, weight: 6 });
  }

  /** Reads the held message, now that its place in the turn is known. */
  #release(share: number): void {
    const item = this.#held;
    this.#held = undefined;
    if (item !== undefined) this.#takeSayings(item, share);
  }

  #takeSayings(item: Item, share: number, others?: BestSentences): void {
    let best: { saying: StatementSentence; weight: number } | undefined;
    let sum = 0;
    let done: SentenceCandidate | undefined;
    let leads = false;
    for (const [at, saying] of statementSentences(item).entries()) {
      const roles: Roles = { ...rolesOf(saying, share >= 1 ? OF_REPORT : ON_WAY) };
      // "I found the issue." says nothing; the sentence after it does.
      if (leads && roles.learned === undefined) roles.learned = AFTER_LEAD;
      leads = (roles.learned ?? 0) >= AFTER_LEAD && !saysOf(saying.text, LEAD_WORDS);
      if (others !== undefined && at === 0) others.add({ text: saying.text, ids: [item.id], at: item.at, weight: 4 });
      if (Math.max(keyWeight(roles, share), roles.completed ?? 0) * share < CAN_WIN) continue;
      const shape = shapeWeight(saying.text) * share;
      this.#place(item, saying, { roles, shape, isReport: share >= 1 });
      const weight = keyWeight(roles, share) * shape;
      const report = { text: saying.text, ids: [item.id], at: item.at, weight: (roles.completed ?? 0) * shape };
      if (report.weight > (done?.weight ?? MIN_REPORT)) done = report;
      sum += weight;
      if (best === undefined || weight > best.weight) best = { saying, weight };
    }
    if (others === undefined) this.#takeChoices(item, 'agent');
    if (share >= 1) this.report = done ?? this.report;
    if (best === undefined || best.weight < 3 || others !== undefined) return;
    this.keyMessages.add({
      text: best.saying.text,
      ids: [item.id],
      at: item.at,
      weight: best.weight + Math.min(sum, 20) / 4,
    });
  }

  /** Adds the sentences that decide how something is to be done, unchanged. */
  #takeChoices(item: Item, speaker: Speaker): void {
    const choices = choicesIn(unquotedText(item), speaker);
    if (choices.length === 0) return;
    for (const { text } of statementSentences(item)) {
      if (!choices.includes(plainSentence(text))) continue;
      const weight = (speaker === 'person' ? 5 : 4) * shapeWeight(text);
      this.decisions.add({ text, ids: [item.id], at: item.at, weight });
    }
  }

  #place(
    item: Item,
    { text }: StatementSentence,
    { roles, shape, isReport }: { roles: Roles; shape: number; isReport: boolean },
  ): void {
    const placed = { text, ids: [item.id], at: item.at };
    this.learned.add({ ...placed, weight: atLeast(2.5, (roles.learned ?? 0) * shape) });
    this.solved.add({ ...placed, weight: atLeast(3, (roles.solved ?? 0) * shape) });
    // Until a turn ends nobody knows whether the work stays.
    this.completed.add({ ...placed, weight: isReport ? atLeast(3, (roles.completed ?? 0) * shape) : 0 });
  }
}

function keyWeight(roles: Roles, share: number): number {
  const { learned = 0, solved = 0, completed = 0, blocked = 0 } = roles;
  return Math.max(learned, solved, blocked, share >= 1 ? completed : 0);
}

function atLeast(least: number, weight: number): number {
  return weight >= least ? weight : 0;
}

/** The beginning of an item's own words up to the end of a paragraph, at most 280 characters, on one line. */
export function excerptOf(item: Pick<Item, 'kind' | 'text' | 'detail'>): string {
  const { text, detail } = item;
  const [quoted] = detail.quoted ?? [];
  const own = (quoted === undefined ? text : text.slice(0, quoted[0])).replace(BULLET, '');
  let end = 0;
  let said = '';
  for (const paragraph of own.split(/\n\s*\n/)) {
    end = own.indexOf(paragraph, end) + paragraph.length;
    said = oneLine(own.slice(0, end));
    if (said.length >= PARAGRAPH_CHARS && !/[:：]$/.test(said)) break;
  }
  if (said === '' || /^(?:```|~~~|<)/.test(said)) return statementSentences(item)[0]?.text ?? '';
  const cut = said.indexOf('[cut: ');
  return cutText(cut < 0 ? said : said.slice(0, cut).trim(), EXCERPT_CHARS);
}
