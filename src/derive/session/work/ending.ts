import type { Item, ItemOf, Sourced } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import type { Outcome } from '../../../core/model/kinds.ts';
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
/** Upper bound on the characters of a message that only announces what comes next. */
const ANNOUNCEMENT_CHARS = 600;
/** A sentence in which an agent says what it is about to do. */
const ANNOUNCES =
  /(?:^|[.,;:!] |\b(?:so|and|now|first|next|then) )(?:let me (?!know)|let[\u2019']s |i[\u2019']ll (?!(?:leave|keep|wait|stop|hold|be|need|stay|let)\b)|i will (?!(?:leave|keep|wait|stop|hold|be|need|stay|let)\b)|i(?:[\u2019']m| am) (?:now |also |just |going to )?(?!(?:leav|keep|assum|guess|wonder|think|see|gett?|miss|us|treat|refer|talk|wait|aware|do)ing\b|not\b)\w+ing\b)|^(?:\S{1,12} )?now (?!working|passing|using|showing|returning|having|being)\w+ing\b/iu;
/** A question that offers further work; the work so far may stand without it. */
const OFFERS =
  /\b(?:would you like|do you want|want me|shall i|should i|ready to|or (?:is|are) (?:this|that|these)|anything else|like me to)\b/i;
const ASKS =
  /[?？]\s*$|^(?:how|why|what|where|when|which|who|is|are|does|do|did|can you (?:explain|check|tell|look|review|compare))\b/i;
/** What an agent says of something that it did not get done. */
const UNSOLVED =
  /\b(?:still|continues? to|keeps?) fail(?:s|ing)?\b|\bremaining (?:issue|problem|failure|error)s? (?:is|are)\b|\b(?:could(?:n[\u2019']t| not)|(?:was|am|were|are) (?:not able|unable) to|can(?:not|[\u2019']t)) (?:yet )?(?:fix|reproduce|push|update|merge|publish|deploy|install|verify|complete|finish)\b|\bonly partial(?:ly)?\b/i;
/** A sentence that denies that something is blocked. */
const NOT_BLOCKED = /\b(?:no|not|none|nothing|never|no longer|isn[\u2019']t|aren[\u2019']t)\b[^.]{0,60}\bblock/i;

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
  /** The last action that no message followed, in a session whose messages are known. */
  #acting: Item | undefined;
  #speaks = false;
  /** True once a file changed or a commit was made. */
  #changed = false;
  /** The same since the last request. */
  #changedSince = false;

  take(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (item.kind === 'prompt') this.#takePrompt(item);
    else if (item.kind === 'message') this.#takeMessage(item);
    else if (item.kind === 'commit') this.#changed = this.#changedSince = true;
    else if (item.kind === 'observation') this.#takeObservation(item);
  }

  /** True when the agent said and achieved nothing since the last request. */
  isUnanswered(): boolean {
    return this.asked !== undefined && this.answer === undefined && this.#succeeded === undefined;
  }

  /** Judges the outcome by the work done and the todo entries still open. */
  judge(work: SessionWork, todos: OpenTodos): SessionEnding {
    const open = this.#requestsSincePlan < PASSED_OVER ? todos.open() : [];
    const onTheWay = this.#onTheWay(work);
    const found: SessionEnding[] = [
      ...this.#stopped(),
      ...onTheWay,
      ...this.#said('blocked'),
      ...this.#unsolved(),
      ...failing(work, this.#claimsDone(work)),
      ...(open.length === 0 ? [] : [openOf(open)]),
      ...(onTheWay.length > 0 ? [] : [...this.#good(work), ...this.#said('done')]),
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
      this.#succeeded = this.#failed = this.#refused = this.#acting = undefined;
      this.#changedSince = false;
    }
  }

  #takeMessage(item: Item): void {
    this.answer = item;
    this.#speaks = true;
    this.#interrupted = this.#acting = undefined;
  }

  #takeObservation(item: ItemOf<'observation'>): void {
    const { observation, success, todos, filesChanged = [] } = item.detail;
    if (observation !== 'note') this.#acting = this.#speaks ? item : undefined;
    if (success === true && filesChanged.length > 0) this.#changed = this.#changedSince = true;
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

  /** A session that ended between two steps: after an action without a word on it, an announcement, or a question of the agent. */
  #onTheWay(work: SessionWork): SessionEnding[] {
    const { answer } = this;
    const [acting, announced] = [this.#acting, this.#acting === undefined ? announcementIn(answer) : undefined];
    const outcome = this.#changed ? 'part' : 'abandoned';
    if (announced !== undefined && answer !== undefined)
      return [{ outcome, by: [{ text: `Stopped before what it announced: ${announced}`, ids: [answer.id] }] }];
    if (acting !== undefined && !this.isUnanswered() && !isSettled(work)) {
      return [{ outcome, by: [{ text: `Stopped after: ${ownTitle(acting)}`, ids: [acting.id] }] }];
    }
    if (answer === undefined || this.asked === undefined || this.#changedSince) return [];
    const asked = asksBack(answer);
    if (asked === undefined || OFFERS.test(asked) || ASKS.test(askedText(this.asked))) return [];
    return [{ outcome: 'part', by: [{ text: `Waits for an answer: ${asked}`, ids: [answer.id] }] }];
  }

  /** What the agent's last message says that is not done or still fails. */
  #unsolved(): SessionEnding[] {
    const { answer } = this;
    if (answer === undefined) return [];
    const said = statementSentences(answer).find(({ text }) => UNSOLVED.test(text) && !QUESTION.test(text));
    return said === undefined ? [] : [{ outcome: 'part', by: [{ text: said.text, ids: [answer.id] }] }];
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
    if (asked === undefined || answer === undefined || this.#said('blocked').length > 0) return [];
    const question = asksBack(answer);
    if (question !== undefined && !OFFERS.test(question)) return [];
    return [{ outcome: 'done', by: [{ text: 'The last request was answered', ids: [asked.id, answer.id] }] }];
  }

  /** True when the agent says that it is done, and a check or commit after the last change confirms it. */
  #claimsDone(work: SessionWork): boolean {
    return isSettled(work) && this.#said('done').length > 0;
  }

  /** The outcome that the agent's last message states; none when it states none. */
  #said(outcome: 'done' | 'blocked'): SessionEnding[] {
    const { answer } = this;
    if (answer === undefined || (outcome === 'done' && this.#refused !== undefined)) return [];
    const weighed = (one: StatementSentence): number => {
      const { completed = 0, solved = 0, blocked = 0 } = rolesOf(one);
      return outcome === 'done' ? Math.max(completed, solved) : NOT_BLOCKED.test(one.text) ? 0 : blocked;
    };
    const [best] = statementSentences(answer).toSorted((one, other) => weighed(other) - weighed(one));
    if (best === undefined || weighed(best) < 3) return [];
    return [{ outcome, by: [{ text: best.text, ids: [answer.id] }] }];
  }
}

function askedText(item: Item): string {
  return cutText(oneLine(unquotedText(item)), PROMPT_CHARS);
}

/** Checks that fail; one not run again after a change is `unknown` when the agent is done. */
function failing(work: SessionWork, isDone: boolean): SessionEnding[] {
  return work
    .failingChecks()
    .filter(({ at }) => at > work.committedTime)
    .slice(0, 2)
    .map(({ name, at, id }) => {
      const isStale = work.editedTime > at;
      const by = [{ text: `\`${name}\` ${isStale ? 'failed and was not run again' : 'fails'}`, ids: [id] }];
      return { outcome: isStale && isDone ? 'unknown' : 'part', by };
    });
}

/** The question at the end of a message. */
function asksBack(answer: Item): string | undefined {
  const last = statementSentences(answer).at(-1)?.text ?? '';
  return QUESTION.test(last) ? last : undefined;
}

/** The sentence of a short message that says what its agent is about to do; `undefined` for a report or an answer. */
function announcementIn(answer: Item | undefined): string | undefined {
  if (answer === undefined) return undefined;
  const sayings = statementSentences(answer);
  if (detailOfKind(answer, 'message').interim === true) return sayings.at(-1)?.text;
  if (answer.text.length > ANNOUNCEMENT_CHARS) return undefined;
  const from = answer.text.length > ANNOUNCEMENT_CHARS / 2 ? -1 : -2;
  return sayings.slice(from).findLast(({ text }) => ANNOUNCES.test(text) && !QUESTION.test(text))?.text;
}

/** True when the last commit or a check that passed came after the last change. */
function isSettled(work: SessionWork): boolean {
  return (
    work.committedAt > work.editedAt ||
    work.checks.top(MAX_CHECKS).some(([, { passed, order }]) => passed && order > work.editedAt)
  );
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
