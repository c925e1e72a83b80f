import type { Item, Sourced, SummaryDetail } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { isAddressedToSession, isRequest } from '../event/is-request.ts';
import { isDoubtful } from '../provenance/tellable.ts';
import { SessionParts } from './parts.ts';
import { distinct, sourced } from './sentences/best-sentences.ts';
import { excerptOf, SessionHighlights } from './sentences/session-highlights.ts';
import type { CreateSessionReducer, DistilledSession, SessionYield } from './session-reducer.ts';
import { Snippets } from './snippets.ts';
import { summaryItem } from './summary-item.ts';
import { Topics, topicItems } from './topics.ts';
import { Ending } from './work/ending.ts';
import { OpenQuestions } from './work/open-questions.ts';
import { OpenTodos } from './work/open-todos.ts';
import { SessionWork } from './work/session-work.ts';
import { Technologies } from './work/technologies.ts';

const MAX_LINES = 8;
const MAX_NEXT = 12;
const MAX_DONE = 10;
const FILES_SHOWN = 6;
const BRIEF_CHARS = 160;
/** Least weight of a sentence that states explicitly that something was done. */
const SAID_TO_BE_DONE = 4;

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
  #exposed = false;
  #quotesTodos = false;
  #lastAt = 0;

  take(item: Item): void {
    this.#exposed ||= isDoubtful(item);
    this.#quotesTodos ||= detailOfKind(item, 'observation').todos !== undefined && item.detail.quoted !== undefined;
    this.#lastAt = item.at;
    if (isAddressedToSession(item)) this.#work.count('prompts');
    if (item.kind === 'message') this.#work.count('messages');
    if (isRequest(item)) this.#parts.ask(cutText(excerptOf(item), BRIEF_CHARS), item.id);
    this.#highlights.take(item);
    this.#work.take(item);
    this.#ending.take(item);
    this.#todos.take(item);
    this.#questions.take(item);
    this.#topics.take(item);
    this.#technologies.take(item);
    this.#snippets.take(item);
    if (this.#parts.take(item)) this.#closePart();
  }

  end(session: DistilledSession): SessionYield {
    this.#highlights.end();
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
    const request = highlights.requests.list().map(sourced);
    const completed = this.#completed();
    const parts = this.#parts.list();
    const learned = highlights.learned.list().map(sourced);
    const decisions = highlights.decisions.list().map(sourced);
    const problemsSolved = distinct([...this.#work.solved(), ...highlights.solved.list()].map(sourced)).slice(
      0,
      MAX_LINES,
    );
    const shown = new Set([...learned, ...completed, ...decisions, ...problemsSolved].map(({ text }) => text));
    return {
      outcome,
      outcomeBy: by,
      request,
      investigated: this.#investigated(),
      learned,
      completed,
      nextSteps: this.#nextSteps(),
      notes: highlights.notes.list().map(sourced),
      decisions,
      problemsSolved,
      technologies: this.#technologies.list(),
      topics,
      userNotes: highlights.userNotes.list().map(sourced),
      // Sentences of the sections above are not repeated.
      keyMessages: highlights.keyMessages
        .list()
        .filter(({ text }) => !shown.has(text))
        .map(sourced),
      brief: this.#brief(request),
      counts: Object.fromEntries(this.#work.counts),
      ...(parts.length === 0 ? {} : { parts }),
    };
  }

  #completed(): Sourced[] {
    const commits = this.#work.commits.map(({ title, id }) => ({ text: title, ids: [id] })).reverse();
    const changed = this.#work.changed(FILES_SHOWN);
    const said = this.#highlights.completed.list().map(sourced);
    // A todo list that quotes what was read is not the agent's own report.
    const todos = this.#quotesTodos ? [] : this.#todos.done().map(({ text, ids }) => ({ text, ids }));
    const report = this.#highlights.report === undefined ? [] : [sourced(this.#highlights.report)];
    const all = [report, said.slice(0, 3), commits.slice(0, 4), changed ?? [], said.slice(3), commits.slice(4), todos];
    return distinct(all.flat()).slice(0, MAX_DONE);
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

  /** The first request and the most significant result, in one or two sentences. */
  #brief(request: readonly Sourced[]): string {
    const { report, completed, keyMessages } = this.#highlights;
    const stated = [report, ...completed.list()].find((one) => one !== undefined && one.weight >= SAID_TO_BE_DONE);
    const done =
      stated?.text ??
      this.#committed() ??
      report?.text ??
      this.#work.changed(2)?.text ??
      keyMessages.list()[0]?.text ??
      '';
    const said = [request[0]?.text ?? '', done]
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
