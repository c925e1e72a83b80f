import type { Item, ItemOf } from '../../core/model/item.ts';
import { isAddressedToSession, isRequest } from '../../derive/event/is-request.ts';
import { isIntentOnly } from '../../retrieval/text/is-intent.ts';
import { mayQuote, quotableWords } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { gistOf } from './gist.ts';
import { asksToGoOn } from './goes-on.ts';
import { isConversation, type WorkedSession } from './worked-session.ts';

/** A request to an agent, and the last answer that it gave before the next one. */
export interface Exchange {
  asked: ItemOf<'prompt'>;
  answer?: ItemOf<'message'>;
  /** The answer that a request speaks of without saying so: "do 1 and 3". */
  of?: ItemOf<'message'>;
}

/** Upper bound on the prompts and messages of a session that are read, the newest. */
const READ = 160;
/** Least words of an answer that says something. */
const WORDS = 4;
const GIST_CHARS = 200;
/** A message with more characters than these of its own says something. */
const SAYS_CHARS = 600;
/** A short message that ends with a colon, or with what comes now, leads to the call that follows it. */
const LEADS = /[:：]\s*$|(?:^|[.!?…]\s+)(?:now|next)\b,? [^.!?\n]{0,80}[.!…]?\s*$/i;
const LEADS_CHARS = 400;
/** A mere word of praise or thanks. */
const ASSENT =
  /^\W*(?:(?:its?|it's|that'?s|this|is|looks|all|very|so|perfect|great|nice|good|cool|awesome|excellent|lgtm|thanks?|thank you)\b\W*){1,5}$/i;
/** Requests that say nothing without the answer before them: a choice by number, or a mere assent. */
const REFERS =
  /^(?:\W*(?:yes|yeah|ok(?:ay)?|sure|please|do|it|that|this|those|let'?s|implement|address|fix|apply|take|go|with|option|number|point|only|just|and|all|both|of|them|the|but|\d+)\b){1,12}\W*$|^\W*\d{1,2}\b\W.{0,60}$/i;

/** The exchanges of a session, the last first; requests whose words may not be told are left out. */
export async function exchangesOf(store: Store, worked: WorkedSession): Promise<Exchange[]> {
  const { id: session } = worked.session;
  const said = await store.items.list({ session, kinds: ['prompt', 'message'] }, { limit: READ });
  const exchanges: Exchange[] = [];
  let answer: ItemOf<'message'> | undefined;
  let isAnswered = false;
  for (const item of said) {
    if (item.kind === 'message') {
      if (isAnswered || isOnTheWay(item)) continue;
      const says = saysSomething(item);
      // What says nothing only without what it repeats is an answer: nothing said before it takes its place.
      isAnswered = says || item.detail.quoted !== undefined;
      if (says && mayQuote(item)) answer = item;
    } else if (isPrompt(item) && asksToGoOn(item.text)) {
      [answer, isAnswered] = [undefined, false];
    } else if (isPrompt(item) && ASSENT.test(item.text)) {
      // What was assented to, and what came of it, belongs to the request before.
    } else if (isPrompt(item) && isRequest(item)) {
      const isTold = mayQuote(item) && (isAnswered || !isConversation(worked));
      if (isTold) exchanges.push({ asked: item, ...(answer === undefined ? {} : { answer }) });
      [answer, isAnswered] = [undefined, false];
      // What the agent says after a mere "yes" still answers the request before it.
    } else if (isAddressedToSession(item) && item.text.startsWith('/')) [answer, isAnswered] = [undefined, false];
  }
  return exchanges.map((one, i) => withReferred(one, exchanges[i + 1]?.answer));
}

function withReferred(one: Exchange, of: Exchange['answer']): Exchange {
  return of !== undefined && REFERS.test(one.asked.text.trim()) ? { ...one, of } : one;
}

function isPrompt(item: Item): item is ItemOf<'prompt'> {
  return item.kind === 'prompt';
}

/** True for what a subagent said, and for what an agent said before it went on working. */
function isOnTheWay(item: ItemOf<'message'>): boolean {
  const { subagent, interim } = item.detail;
  if (subagent !== undefined || interim === true || isIntentOnly(item)) return true;
  return item.text.length < LEADS_CHARS && LEADS.test(item.text);
}

/** False for a mere "done", a number or code. */
function saysSomething(item: ItemOf<'message'>): boolean {
  if (quotableWords(item).length > SAYS_CHARS) return true;
  return gistOf(item, GIST_CHARS).split(/\s+/).filter(isWord).length >= WORDS;
}

function isWord(word: string): boolean {
  return /^\p{L}/u.test(word);
}
