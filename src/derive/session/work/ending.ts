import type { Item, ItemOf, Outcome, Sourced } from '../../../core/model/item.ts';
import { formatCounted } from '../../../core/text/format-count.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { isAddressedToSession, isRequest } from '../../event/is-request.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { ownTitle } from '../../provenance/tellable.ts';
import { isRefusedTitle } from '../../text/title-words.ts';
import { isThanks, QUESTION, rolesOf } from '../sentences/cues.ts';
import { type StatementSentence, statementSentences } from '../sentences/statement-patterns.ts';
import type { OpenTodos } from './open-todos.ts';
import type { SessionWork } from './session-work.ts';

/** The outcome of a session and its evidence, the deciding evidence first. */
export interface SessionEnding {
  outcome: Outcome;
  by: Sourced[];
}

const INTERRUPTED = /^\[Request interrupted by user/;
const PROMPT_CHARS = 200;
const MAX_EVIDENCE = 3;
const MAX_CHECKS = 40;
/** Requests after the last change of a todo list from which the list no longer counts. */
const PASSED_OVER = 3;

/** Follows the last request of a session and what came after it; one pass over its items. */
export class Ending {
  /** The last prompt with a request. */
  asked: Item | undefined;
  /** The last message of the agent since then. */
  answer: Item | undefined;
  #interrupted: Item | undefined;
  #thanked: Item | undefined;
  #succeeded: Item | undefined;
  #failed: Item | undefined;
  /** A call that a person refused, with no work done since. */
  #refused: Item | undefined;
  #requestsSincePlan = 0;

  take(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (item.kind === 'prompt') this.#takePrompt(item);
    else if (item.kind === 'message') this.#takeMessage(item);
    else if (item.kind === 'observation') this.#takeObservation(item);
  }

  /** True when the agent said and achieved nothing since the last request. */
  isUnanswered(): boolean {
    return this.asked !== undefined && this.answer === undefined && this.#succeeded === undefined;
  }

  /** Judges the outcome by the work done and the todo entries still open. */
  judge(work: SessionWork, todos: OpenTodos): SessionEnding {
    const open = this.#requestsSincePlan < PASSED_OVER ? todos.open() : [];
    const found: SessionEnding[] = [
      ...this.#stopped(),
      ...this.#said('blocked'),
      ...failing(work, this.#claimsDone(work)),
      ...(open.length === 0 ? [] : [openOf(open)]),
      ...this.#good(work),
      ...this.#said('done'),
    ];
    const verdict = verdictOf(found.map(({ outcome }) => outcome));
    // Sorting keeps the order of what says the same.
    const ordered = found.toSorted((one, other) => Number(other.outcome === verdict) - Number(one.outcome === verdict));
    return { outcome: verdict, by: ordered.flatMap(({ by }) => by).slice(0, MAX_EVIDENCE) };
  }

  #takePrompt(item: Item): void {
    if (!isAddressedToSession(item)) return;
    if (INTERRUPTED.test(item.text)) this.#interrupted = item;
    else if (isThanks(oneLine(item.text))) this.#thanked = item;
    else if (isRequest(item)) {
      this.asked = item;
      this.#requestsSincePlan += 1;
      this.answer = this.#interrupted = this.#thanked = undefined;
      this.#succeeded = this.#failed = this.#refused = undefined;
    }
  }

  #takeMessage(item: Item): void {
    this.answer = item;
    this.#interrupted = undefined;
  }

  #takeObservation(item: ItemOf<'observation'>): void {
    const { observation, success, todos } = item.detail;
    if (todos !== undefined) this.#requestsSincePlan = 0;
    else if (success === false) {
      this.#failed = item;
      if (isRefusedTitle(item.title)) this.#refused = item;
    } else if (observation === 'command' || observation === 'file-write' || observation === 'delegation') {
      this.#succeeded = item;
      this.#failed = this.#refused = undefined;
    }
  }

  #stopped(): SessionEnding[] {
    if (this.#interrupted !== undefined)
      return [{ outcome: 'abandoned', by: [{ text: 'The work was interrupted', ids: [this.#interrupted.id] }] }];
    if (!this.isUnanswered() || this.asked === undefined) return [];
    const by = [{ text: `Not answered: ${askedText(this.asked)}`, ids: [this.asked.id] }];
    if (this.#failed === undefined) return [{ outcome: 'abandoned', by }];
    return [{ outcome: 'blocked', by: [...by, { text: `Last: ${ownTitle(this.#failed)}`, ids: [this.#failed.id] }] }];
  }

  #good(work: SessionWork): SessionEnding[] {
    const by: Sourced[] = [];
    const commit = work.commits.at(-1);
    if (commit !== undefined && work.committedAt > work.editedAt) by.push({ text: commit.title, ids: [commit.id] });
    for (const [name, { passed, order, id }] of work.checks.top(3))
      if (passed && order > work.editedAt) by.push({ text: `\`${name}\` passed after the last change`, ids: [id] });
    if (this.#thanked !== undefined) by.push({ text: oneLine(this.#thanked.text), ids: [this.#thanked.id] });
    if (by.length > 0) return [{ outcome: 'done', by }];
    const { asked, answer } = this;
    if (this.#refused !== undefined) return [];
    if (asked === undefined || answer === undefined || asksBack(answer) || this.#said('blocked').length > 0) return [];
    return [{ outcome: 'done', by: [{ text: 'The last request was answered', ids: [asked.id, answer.id] }] }];
  }

  /** True when the agent says that it is done, and a check or commit after the last change confirms it. */
  #claimsDone(work: SessionWork): boolean {
    const isChecked = work.checks.top(MAX_CHECKS).some(([, { passed, order }]) => passed && order > work.editedAt);
    return (isChecked || work.committedAt > work.editedAt) && this.#said('done').length > 0;
  }

  /** The outcome that the agent's last message states; none when it states none. */
  #said(outcome: 'done' | 'blocked'): SessionEnding[] {
    const { answer } = this;
    if (answer === undefined || (outcome === 'done' && this.#refused !== undefined)) return [];
    const weighed = (one: StatementSentence): number => {
      const { completed = 0, solved = 0, blocked = 0 } = rolesOf(one);
      return outcome === 'done' ? Math.max(completed, solved) : blocked;
    };
    const [best] = statementSentences(answer).toSorted((one, other) => weighed(other) - weighed(one));
    if (best === undefined || weighed(best) < 3) return [];
    return [{ outcome, by: [{ text: best.text, ids: [answer.id] }] }];
  }
}

function askedText(item: Item): string {
  return cutText(oneLine(unquotedText(item)), PROMPT_CHARS);
}

/** Checks whose last run failed; one not run again after a change is `unknown` when the agent is done. */
function failing(work: SessionWork, isDone: boolean): SessionEnding[] {
  const checks = work.checks.top(MAX_CHECKS);
  const failed = checks.filter(([, { passed, order }]) => !passed && order > work.committedAt);
  return failed
    .filter(
      ([, { order, kind }]) =>
        !checks.some(([, other]) => other.passed && other.kind === kind && other.order > order && isDone),
    )
    .sort((one, other) => other[1].order - one[1].order)
    .slice(0, 2)
    .map(([name, { order, id }]) => {
      const isStale = work.editedAt > order;
      const by = [{ text: `\`${name}\` ${isStale ? 'failed and was not run again' : 'fails'}`, ids: [id] }];
      return { outcome: isStale && isDone ? 'unknown' : 'part', by };
    });
}

function asksBack(answer: Item): boolean {
  return QUESTION.test(statementSentences(answer).at(-1)?.text ?? '');
}

function openOf(open: readonly Sourced[]): SessionEnding {
  const ids = [...new Set(open.flatMap((todo) => todo.ids.slice(0, 1)))].slice(0, 4);
  return { outcome: 'part', by: [{ text: `${formatCounted(open.length, 'entry')} of the todo list open`, ids }] };
}

/** The overall outcome: signs of failure outweigh signs of success; `blocked` counts only without a sign of success. */
function verdictOf(found: readonly Outcome[]): Outcome {
  const isDone = found.includes('done');
  if (found.includes('abandoned')) return 'abandoned';
  if (found.includes('blocked') && !isDone) return 'blocked';
  if (found.includes('part') || found.includes('blocked')) return 'part';
  return isDone ? 'done' : 'unknown';
}
