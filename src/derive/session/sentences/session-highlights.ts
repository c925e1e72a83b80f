import { dropOldest } from '../../../core/drop-oldest.ts';
import type { Item, ItemOf, Sourced } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { isOver } from '../../../core/model/kinds.ts';
import { cutText } from '../../../core/text/text.ts';
import { contentWords } from '../../claim/claim-words.ts';
import { settledWords } from '../../claim/settled-words.ts';
import { isAddressedToSession, isRequest } from '../../event/is-request.ts';
import { intentOf } from '../../event/meaning.ts';
import { RULES } from '../../item/rules.ts';
import { choicesIn, plainSentence, type Speaker } from '../../pattern/choice-words.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { isOwnStatement } from '../../provenance/tellable.ts';
import { BestSentences, type SentenceCandidate } from './best-sentences.ts';
import { type Role, rolesOf, saysOf, shapeWeight } from './cues.ts';
import { excerptOf } from './excerpt.ts';
import { readMessage } from './read-message.ts';
import { statementSentences } from './statement-patterns.ts';
import { doubted, type Reported, TurnReport } from './turn-report.ts';

/** A prompt that is a file nobody typed: the text of a skill or a command, or a document with front matter. */
const HANDED_OVER = /^\s*(?:Base directory for this skill:|---\s*\n\s*\w+:|<command-|Caveat: The messages below)/;
const FIRST_REQUEST = 20;
/** Weight of a request that names nothing, as long as no other does. */
const LITTLE = 0.5;
/** Factor of a sentence of a compaction summary. */
const OF_COMPACTION = 0.7;
const OF_REQUEST: readonly Role[] = ['learned'];
const MAX_RECENT = 40;
const MAX_KNOWN = 400;
/** Least new words of a request that turns to something new. */
const FRESH = 3;
const MAX_HEADLINES = 24;
const ASKED_CHARS = 90;

/** Selects the sentences of people, agents and notes for the sections of a summary; one pass over the items, bounded. */
export class SessionHighlights {
  readonly requests: BestSentences = new BestSentences(5);
  readonly learned: BestSentences = new BestSentences(6);
  readonly completed: BestSentences = new BestSentences(8);
  readonly solved: BestSentences = new BestSentences(4);
  readonly decisions: BestSentences = new BestSentences(10);
  readonly notes: BestSentences = new BestSentences(5);
  readonly userNotes: BestSentences = new BestSentences(10);
  readonly keyMessages: BestSentences = new BestSentences(3);
  /** The last request. */
  lastRequest: SentenceCandidate | undefined;
  /** What the turns came to, oldest first, the last 24. */
  headlines: SentenceCandidate[] = [];
  /** Questions with the beginning of their answers, where nothing was changed for them; oldest first, the last 24. */
  answers: SentenceCandidate[] = [];
  /** The agent's latest message, held until it is known whether it is the last of its turn. */
  #held: Item | undefined;
  #turn = new TurnReport();
  /** What the part came to. */
  #came: SentenceCandidate | undefined;
  /** What the turn asked for. */
  #asked: Sourced | undefined;
  /** What the turn before came to, held until it is known whether this one takes it back. */
  #before: Reported | undefined;
  /** True once something was changed or committed since the last request. */
  #acted = false;
  /** True once a request has named what the session is about. */
  #isAbout = false;
  /** Latest content words of requests: a request with other words turns to something new. */
  readonly #known: Set<string> = new Set();

  take(item: Item): void {
    if (item.kind === 'knowledge') this.#takeKnowledge(item);
    else if (item.rule === RULES.noted) this.#takeNote(item);
    else if (item.kind === 'summary') this.#takeCompaction(item);
    else if (item.detail.subagent !== undefined) return;
    else if (item.kind === 'message') {
      this.#release(false);
      this.#held = item;
    } else if (isAddressedToSession(item)) {
      if (!isRequest(item)) return;
      this.#endTurn();
      this.#turn = new TurnReport(item.text);
      this.#asked = undefined;
      if (!HANDED_OVER.test(item.text)) this.#takeRequest(item);
    } else if (item.kind === 'commit' || (detailOfKind(item, 'observation').filesChanged ?? []).length > 0) {
      this.#acted = true;
    }
  }

  /** Ends a part of the session, and its last turn; returns what that part came to, else its best sentence. */
  closePart(): SentenceCandidate | undefined {
    this.#endTurn();
    this.#turn = new TurnReport();
    this.#place(this.#before);
    this.#before = undefined;
    const { completed, learned, keyMessages } = this;
    const came = this.#came;
    this.#came = undefined;
    const [done, known, key] = [completed, learned, keyMessages].map((section) => section.closePart());
    for (const section of [this.requests, this.solved, this.decisions, this.notes, this.userNotes]) section.closePart();
    return came ?? done ?? known ?? key;
  }

  #takeRequest(item: Item): void {
    const text = excerptOf(item);
    if (text === '') return;
    this.#asked = { text: cutText(text, ASKED_CHARS), ids: [item.id] };
    this.lastRequest = { text, ids: [item.id], at: item.at, weight: this.#weightOf(text) };
    this.requests.add(this.lastRequest);
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

  /** Reads the held message, now that it is known whether it ended its turn. */
  #release(isLast: boolean): Reported | undefined {
    const item = this.#held;
    this.#held = undefined;
    if (item === undefined) return undefined;
    this.#takeChoices(item, 'agent');
    const said = readMessage(item, { isLast, acted: this.#acted });
    if (isLast) return this.#turn.end(said, item.text);
    this.#turn.pass(said, item.text);
    return undefined;
  }

  /** Ends a turn: what the one before it came to stands, unless this one takes it back. */
  #endTurn(): void {
    const said = this.#release(true) ?? this.#turn.rest();
    const [asked, { answer }] = [this.#asked, said];
    if (asked !== undefined && answer !== undefined) {
      const text = `${asked.text} → ${answer.text}`;
      said.answer = { ...answer, text, ids: [...asked.ids, ...answer.ids], weight: shapeWeight(answer.text) };
    } else delete said.answer;
    this.#asked = undefined;
    if (this.#before !== undefined) this.#place(doubted(this.#before, this.#turn.doubt));
    this.#before = said;
    this.#acted = false;
  }

  #place(said: Reported | undefined): void {
    if (said === undefined) return;
    for (const role of ['learned', 'solved', 'completed'] as const) for (const one of said[role]) this[role].add(one);
    if (said.key !== undefined) this.keyMessages.add(said.key);
    if (said.answer !== undefined) this.answers = [...this.answers, said.answer].slice(-MAX_HEADLINES);
    this.#came = said.headline ?? this.#came;
    if (said.headline !== undefined) this.headlines = [...this.headlines, said.headline].slice(-MAX_HEADLINES);
  }

  #takeCompaction(item: Item): void {
    const [first] = statementSentences(item);
    if (first !== undefined) this.notes.add({ text: first.text, ids: [item.id], at: item.at, weight: 4 });
    const { learned, solved } = readMessage(item, { isLast: false, acted: false, share: OF_COMPACTION });
    this.#place({ learned, solved, completed: [] });
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
}
