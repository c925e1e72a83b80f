import type { Item, ItemOf } from '../../core/model/item.ts';
import { isAddressedToSession, isRequest } from '../../derive/event/is-request.ts';
import { isIntentOnly } from '../../retrieval/text/is-intent.ts';
import { mayQuote } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { gistOf } from './gist.ts';
import { isConversation, type WorkedSession } from './worked-session.ts';

/** A request to an agent, and the last answer that it gave before the next one. */
export interface Exchange {
  asked: ItemOf<'prompt'>;
  answer?: ItemOf<'message'>;
}

/** Upper bound on the prompts and messages of a session that are read, the newest. */
const READ = 160;
/** Least words of an answer in a session that did nothing else. */
const WORDS = 4;
const GIST_CHARS = 200;

/** The exchanges of a session, the last first; requests whose words may not be told are left out. */
export async function exchangesOf(store: Store, worked: WorkedSession): Promise<Exchange[]> {
  const { id: session } = worked.session;
  const said = await store.items.list({ session, kinds: ['prompt', 'message'] }, { limit: READ });
  const exchanges: Exchange[] = [];
  let answer: ItemOf<'message'> | undefined;
  for (const item of said) {
    if (item.kind === 'message') {
      if (item.detail.subagent === undefined && (answer === undefined || isIntentOnly(answer))) answer = item;
    } else if (isPrompt(item) && isRequest(item)) {
      const isTold = mayQuote(item) && (saysSomething(answer) || !isConversation(worked));
      const isAnswerTold = answer !== undefined && mayQuote(answer) && !isIntentOnly(answer);
      if (isTold) exchanges.push({ asked: item, ...(isAnswerTold && answer !== undefined ? { answer } : {}) });
      answer = undefined;
      // What the agent says after a mere "yes" still answers the request before it.
    } else if (isAddressedToSession(item) && item.text.startsWith('/')) answer = undefined;
  }
  return exchanges;
}

function isPrompt(item: Item): item is ItemOf<'prompt'> {
  return item.kind === 'prompt';
}

/** False for an answer that is a word, a number or code, and without one. */
function saysSomething(answer: Item | undefined): boolean {
  return answer !== undefined && gistOf(answer, GIST_CHARS).split(/\s+/).filter(isWord).length >= WORDS;
}

function isWord(word: string): boolean {
  return /^\p{L}/u.test(word);
}
