import type { Item, Sourced } from '../../../core/model/item.ts';
import { cutText } from '../../../core/text/text.ts';
import { isAddressedToSession, isRequest } from '../../event/is-request.ts';
import { QUESTION } from '../sentences/cues.ts';
import { type StatementSentence, statementSentences } from '../sentences/statement-patterns.ts';
import { nextStepsIn } from './next-steps.ts';

const MAX_QUESTIONS = 3;
const CHARS = 240;
/** Number of last sentences of a message in which the agent's questions are looked for. */
const LAST_SAYINGS = 3;
const ASKED_USER = /^Asked the user: (.*?)(?: failed|, refused by the user| was interrupted)$/;

/**
 * Tracks unanswered questions and the next steps that the agent named. Texts are parsed only when a list is asked for, since most
 * are answered by then.
 */
export class OpenQuestions {
  /** Prompts that no message followed, the last item that may ask, and the last message since the last request. */
  #prompts: Item[] = [];
  #asking: Item | undefined;
  #answer: Item | undefined;

  /** Takes the next item; items of subagents have no effect. */
  take(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (isAddressedToSession(item)) {
      this.#asking = undefined;
      if (!isRequest(item)) return;
      this.#answer = undefined;
      this.#prompts = [...this.#prompts, item].slice(-MAX_QUESTIONS);
    } else if (item.kind === 'message') {
      this.#prompts = [];
      this.#asking = item;
      this.#answer = item;
    } else if (item.kind === 'observation') this.#asking = item;
  }

  /** Unanswered questions of the person, then those of the agent; at most three. */
  questions(): Sourced[] {
    const ofPerson = this.#prompts.flatMap((prompt) => questionsIn(statementSentences(prompt), prompt));
    const ofAgent = this.#asking === undefined ? [] : askedBy(this.#asking);
    return [...ofPerson, ...ofAgent].slice(-MAX_QUESTIONS);
  }

  /** Next steps that the agent's last message names, at most five; none once something else was requested. */
  nextSteps(): Sourced[] {
    const message = this.#answer;
    return message === undefined ? [] : nextStepsIn(message).map((text) => sourcedIn(text, message));
  }
}

/** Questions at the end of an agent's message, or the question of a tool that nobody answered. */
function askedBy(item: Item): Sourced[] {
  if (item.kind === 'message') return questionsIn(statementSentences(item).slice(-LAST_SAYINGS), item);
  const unanswered = ASKED_USER.exec(item.title)?.[1];
  return unanswered === undefined || item.detail.quoted !== undefined ? [] : [sourcedIn(unanswered, item)];
}

function questionsIn(sayings: readonly StatementSentence[], item: Item): Sourced[] {
  return sayings
    .filter(({ text }) => QUESTION.test(text))
    .slice(-MAX_QUESTIONS)
    .map(({ text }) => sourcedIn(text, item));
}

function sourcedIn(text: string, item: Item): Sourced {
  return { text: cutText(text, CHARS), ids: [item.id] };
}
