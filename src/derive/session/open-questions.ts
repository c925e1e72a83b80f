import type { Item, Sourced } from '../../core/item.ts';
import { cutText } from '../../core/text.ts';
import { isAsked, isSaidToSession } from '../asked.ts';
import { rolesOf } from './cues.ts';
import { type Saying, sayingsOf } from './sayings.ts';

const MAX_QUESTIONS = 3;
const MAX_STEPS = 5;
const CHARS = 240;
/** Of a message its end asks: so many of its last sentences. */
const LAST_SAYINGS = 3;
const QUESTION = /[?？]\s*["')\]*_]{0,3}$/;
/** A heading over what is to be done. */
const NEXT = /next|remaining|to-?do|follow-?ups?|still open|pending|outstanding|nächste|下一步|待办|接下来|次の/iu;
const ASKED_USER = /^Asked the user: (.*?)(?: failed|, refused by the user| was interrupted)$/;

/** What was asked and not answered, and what the agent said is still to be done, as a session goes on. */
export class OpenQuestions {
  #ofPerson: Sourced[] = [];
  #ofAgent: Sourced[] = [];
  #nextSteps: Sourced[] = [];

  /** Takes the next item; what subagents do answers nothing. */
  take(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (isSaidToSession(item)) this.#prompt(item);
    else if (item.kind === 'message') this.#message(item);
    else if (item.kind === 'observation') this.#observation(item);
  }

  /** Questions of the person that no answer followed, then those of the agent. */
  questions(): Sourced[] {
    return [...this.#ofPerson, ...this.#ofAgent].slice(-MAX_QUESTIONS);
  }

  /** What the agent last said is to be done, unless something else was asked for since. */
  nextSteps(): Sourced[] {
    return this.#nextSteps;
  }

  #prompt(item: Item): void {
    this.#ofAgent = [];
    if (!isAsked(item)) return;
    this.#nextSteps = [];
    this.#ofPerson = [...this.#ofPerson, ...questionsIn(item)].slice(-MAX_QUESTIONS);
  }

  #message(item: Item): void {
    this.#ofPerson = [];
    this.#ofAgent = questionsIn(item, LAST_SAYINGS);
    const steps = sayingsOf(item).filter((saying) => isStep(saying) && !QUESTION.test(saying.text));
    if (steps.length > 0) this.#nextSteps = steps.slice(0, MAX_STEPS).map(({ text }) => sourcedIn(text, item));
  }

  #observation(item: Item): void {
    const unanswered = ASKED_USER.exec(item.title)?.[1];
    this.#ofAgent = unanswered === undefined || item.detail.quoted !== undefined ? [] : [sourcedIn(unanswered, item)];
  }
}

function isStep(saying: Saying): boolean {
  return (saying.listed && NEXT.test(saying.heading)) || rolesOf(saying).next !== undefined;
}

function questionsIn(item: Item, last?: number): Sourced[] {
  const sayings = sayingsOf(item);
  return (last === undefined ? sayings : sayings.slice(-last))
    .filter(({ text }) => QUESTION.test(text))
    .slice(-MAX_QUESTIONS)
    .map(({ text }) => sourcedIn(text, item));
}

function sourcedIn(text: string, item: Item): Sourced {
  return { text: cutText(text, CHARS), ids: [item.id] };
}
