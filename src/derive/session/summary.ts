import type { Item, Sourced, SummaryDetail } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { isAddressedToSession } from '../event/is-request.ts';
import { isDoubtful } from '../provenance/tellable.ts';
import { SessionParts } from './parts.ts';
import { distinct, lastOfEach, type SentenceCandidate, sourced, unsaid } from './sentences/best-sentences.ts';
import { excerptOf } from './sentences/excerpt.ts';
import { SessionHighlights } from './sentences/session-highlights.ts';
import type { CreateSessionReducer, DistilledSession, SessionYield } from './session-reducer.ts';
import { SessionTitle } from './session-title.ts';
import { Snippets } from './snippets.ts';
import { summaryItem } from './summary-item.ts';
import { Topics, topicItems } from './topics.ts';
import { Ending } from './work/ending.ts';
import { OpenQuestions } from './work/open-questions.ts';
import { OpenTodos } from './work/open-todos.ts';
import { SessionWork } from './work/session-work.ts';
import { Technologies } from './work/technologies.ts';

const MAX_LINES = 5;
const MAX_NEXT = 12;
const MAX_DONE = 10;
/** Lines on what was done that entries of a todo list fill up. */
const FEW_DONE = 6;
const MAX_HEADLINES = 4;
const MAX_ANSWERS = 5;
/** Number of sentences under the other headings from which a summary has no key messages. */
const MANY_LINES = 7;
const FILES_SHOWN = 6;
const BRIEF_CHARS = 160;
/** Least weight of a sentence that states explicitly that something was done. */
const SAID_TO_BE_DONE = 4;
/** Least weight of a sentence that names a cause. */
const SAID_TO_BE_CAUSE = 5;

/** Reduces a session to its summary, topics and snippets of code; nothing for a session without words or actions. */
export const createSummaryReducer: CreateSessionReducer = (session) => {
  const state = new SummaryState();
  return {
    take(item) {
      if (item.detail.echo !== true && item.detail.hidden !== true) state.take(item);
    },
    end: () => state.end(session),
  };
};

/** State of the summary of a session so far. */
class SummaryState {
  readonly #highlights = new SessionHighlights();
  readonly #work = new SessionWork();
  readonly #ending = new Ending();
  readonly #todos = new OpenTodos();
  readonly #questions = new OpenQuestions();
  readonly #topics = new Topics();
  readonly #technologies = new Technologies();
  readonly #snippets = new Snippets();
  readonly #parts = new SessionParts();
  readonly #title = new SessionTitle();
  #exposed = false;
  #quotesTodos = false;
  #lastAt = 0;

  take(item: Item): void {
    this.#exposed ||= isDoubtful(item);
    this.#quotesTodos ||= detailOfKind(item, 'observation').todos !== undefined && item.detail.quoted !== undefined;
    this.#lastAt = item.at;
    if (isAddressedToSession(item)) this.#work.count('prompts');
    if (item.kind === 'message') this.#work.count('messages');
    if (this.#parts.begins(item)) this.#closePart();
    this.#parts.take(item);
    this.#highlights.take(item);
    this.#work.take(item);
    this.#ending.take(item);
    this.#todos.take(item);
    this.#questions.take(item);
    this.#topics.take(item);
    this.#technologies.take(item);
    this.#snippets.take(item);
    this.#title.take(item);
  }

  end(session: DistilledSession): SessionYield {
    this.#closePart();
    const topics = this.#topics.list();
    const detail = this.#detail(topics.map(({ words }) => words));
    if (detail.brief === '') return { items: [], findings: [] };
    const summary = summaryItem(session, detail, { exposed: this.#exposed, quotesNext: this.#quotesTodos });
    return { items: [summary, ...topicItems(session, topics), ...this.#snippets.items(session)], findings: [] };
  }

  #closePart(): void {
    const best = this.#highlights.closePart();
    this.#work.closePart();
    this.#parts.close(this.#lastAt, best);
  }

  #detail(topics: string[]): SummaryDetail {
    const { outcome, by } = this.#ending.judge(this.#work, this.#todos);
    const highlights = this.#highlights;
    const decisions = inOrder(highlights.decisions.list());
    const request = this.#requests(decisions);
    // A sentence stands under one heading, the first of these that has it.
    const headlines = lastOfEach(unsaid(this.#headlines(), decisions));
    const found = unsaid(highlights.learned.list(), [...decisions, ...headlines]);
    const learned = [...found, ...unsaid(this.#answers(), [...decisions, ...headlines, ...found])];
    const completed = this.#completed(headlines, [...decisions, ...learned]);
    const told = [...decisions, ...learned, ...completed];
    const solved = [...this.#work.solved(), ...unsaid(highlights.solved.list(), told)];
    const problemsSolved = distinct(solved.map(sourced)).slice(0, MAX_LINES);
    const parts = this.#parts.list();
    const evidence = unsaid(by, told);
    return {
      outcome,
      outcomeBy: evidence.length === 0 ? by.slice(0, 1) : evidence,
      request: request.map(sourced),
      investigated: this.#investigated(),
      learned: learned.map(sourced),
      completed,
      nextSteps: this.#nextSteps(),
      notes: highlights.notes.list().map(sourced),
      decisions: decisions.map(sourced),
      problemsSolved,
      technologies: this.#technologies.list(),
      topics,
      userNotes: highlights.userNotes.list().map(sourced),
      keyMessages:
        told.length >= MANY_LINES
          ? []
          : unsaid(highlights.keyMessages.list(), [...told, ...problemsSolved, ...request]).map(sourced),
      brief: this.#brief(request, inFirst(learned, parts), headlines.at(-1)),
      counts: Object.fromEntries(this.#work.counts),
      ...omitUndefined({ title: this.#title.title() }),
      ...(parts.length === 0 ? {} : { parts }),
    };
  }

  /** What was asked, oldest first and with the last; what a decision says stands there, unless it is the first request. */
  #requests(decisions: readonly Sourced[]): SentenceCandidate[] {
    const { requests, lastRequest } = this.#highlights;
    const [first, ...others] = inOrder(requests.list());
    if (first === undefined) return [];
    const last = lastRequest === undefined ? [] : unsaid([lastRequest], [first, ...others]);
    return [first, ...unsaid([...others, ...last], decisions)];
  }

  /** What the turns came to: the last one and the best of the others, oldest first. */
  #headlines(): SentenceCandidate[] {
    const all = this.#highlights.headlines;
    const last = all.at(-1);
    const others = all.slice(0, -1).toSorted((one, other) => other.weight - one.weight || other.at - one.at);
    return last === undefined ? [] : inOrder([...others.slice(0, MAX_HEADLINES - 1), last]);
  }

  /** Questions with their answers, the best and the last, oldest first. */
  #answers(): SentenceCandidate[] {
    const all = this.#highlights.answers;
    const [last, ...others] = all.toReversed().sort((one, other) => other.weight - one.weight);
    return last === undefined ? [] : inOrder([last, ...others.slice(0, MAX_ANSWERS - 1)]);
  }

  #completed(headlines: readonly Sourced[], told: readonly Sourced[]): Sourced[] {
    const commits = this.#work.commits.map(({ title, id }) => ({ text: title, ids: [id] }));
    const changed = this.#work.changed(FILES_SHOWN);
    const said = unsaid(this.#highlights.completed.list(), [...headlines, ...told]).map(sourced);
    // A todo list that quotes what was read is not the agent's own report.
    const entries = this.#quotesTodos ? [] : this.#todos.done().map(({ text, ids }) => ({ text, ids }));
    const all = [headlines.map(sourced), commits.slice(-4), changed ?? [], said, commits.slice(0, -4)].flat();
    return distinct([...all, ...entries.slice(0, Math.max(0, FEW_DONE - all.length))]).slice(0, MAX_DONE);
  }

  #nextSteps(): Sourced[] {
    const { asked } = this.#ending;
    const isOpen = this.#ending.isUnanswered() && asked !== undefined;
    const unanswered = isOpen ? [{ text: excerptOf(asked), ids: [asked.id] }] : [];
    const questions = this.#questions;
    return distinct([unanswered, this.#todos.open(), questions.nextSteps(), questions.questions()].flat()).slice(
      0,
      MAX_NEXT,
    );
  }

  #investigated(): Sourced[] {
    const read = this.#work.lookedAt();
    return read === undefined ? [] : [read];
  }

  /** The first request, what was found, and the last result, in at most three sentences. */
  #brief(
    request: readonly Sourced[],
    learned: readonly SentenceCandidate[],
    headline: SentenceCandidate | undefined,
  ): string {
    const { completed, keyMessages } = this.#highlights;
    const stated = [headline, ...completed.list()].find((one) => one !== undefined && one.weight >= SAID_TO_BE_DONE);
    const done =
      stated?.text ??
      this.#committed() ??
      headline?.text ??
      this.#work.changed(2)?.text ??
      keyMessages.list()[0]?.text ??
      '';
    const cause = learned.find(({ weight }) => weight >= SAID_TO_BE_CAUSE)?.text ?? '';
    const said = [request[0]?.text ?? '', cause === done ? '' : cause, done]
      .map((text) => cutText(plainWords(text), BRIEF_CHARS))
      .filter((text) => text !== '');
    if (said.length === 0) return this.#tried();
    return said
      .map((text, at) => (at < said.length - 1 && !/[.!?。！？…:：]$/.test(text) ? `${text}.` : text))
      .join(' ');
  }

  /** The last commit, with the number of commits when there are several. */
  #committed(): string | undefined {
    const last = this.#work.commits.at(-1)?.title;
    const commits = this.#work.counts.get('commits') ?? 0;
    return last === undefined || commits < 2 ? last : `${commits} commits, the last: ${last}`;
  }

  /** The number of commands and failures, for a session without any other content. */
  #tried(): string {
    const { commands = 0, failures = 0 } = Object.fromEntries(this.#work.counts);
    return commands === 0 ? '' : `Ran ${formatCounted(commands, 'command')}, of which ${formatCount(failures)} failed.`;
  }
}

/** Sentences by time, the oldest first. */
function inOrder(sentences: readonly SentenceCandidate[]): SentenceCandidate[] {
  return sentences.toSorted((one, other) => one.at - other.at);
}

/** What was found in the first part, of which the first request is: the cause of something later explains nothing of it. */
function inFirst(
  learned: readonly SentenceCandidate[],
  parts: NonNullable<SummaryDetail['parts']>,
): readonly SentenceCandidate[] {
  const [first] = parts;
  return first === undefined ? learned : learned.filter(({ at }) => at <= first.endedAt);
}
