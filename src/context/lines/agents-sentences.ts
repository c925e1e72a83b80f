import type { Item } from '../../core/model/item.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { trustOf } from '../../retrieval/validity/trust.ts';
import type { ContextLine } from './context-line.ts';

/** Fewer words than these, once a sentence is gone, say nothing. */
const WORDS_LEFT = 4;
/** A sentence, or an entry of a list that was put on one line. */
const SENTENCE = /[^.!?;\n]*(?:[.!?;](?!\s|$|["')\]*_])[^.!?;\n]*)*(?:[.!?;]+["')\]*_]{0,3}(?=\s|$)|\n|$)/g;
/** The id and the label in front of a line's words; and where the agent's words begin behind a person's. */
const LABEL = /^\[\w+\] (?:[^:"]{1,120}: )?/;
const AGENTS_PART = /\bThe agent (?:ended|answered): /;
const ENDED = /\bThe agent ended: /;
const BY_PERSON = /^\[\w+\] [^:"]{0,80}\bby a person\b/;

/** True for a line with words that are an agent's: not a person's or a tool's. */
export function isAgents(item: Pick<Item, 'kind' | 'author' | 'exposed' | 'detail'>, { text }: ContextLine): boolean {
  if (item.author !== 'agent') return false;
  return AGENTS_PART.test(text) || (trustOf(item) !== 'whole' && !BY_PERSON.test(text));
}

/** The sentences of a line's words that are the agent's. */
export function agentsSentences(text: string): string[] {
  return text.slice(startOf(text)).match(SENTENCE) ?? [];
}

/** A line's text without some of the agent's sentences; `undefined` when nothing is left of it. */
export function withoutSentences(text: string, isOut: (sentence: string) => boolean): string | undefined {
  const at = startOf(text);
  const sentences = agentsSentences(text);
  const kept = sentences.filter((one) => !isOut(one));
  if (kept.length === sentences.length) return text;
  const left = kept.join('').trim();
  if (wordsOf(left).length >= WORDS_LEFT) return text.slice(0, at) + left;
  // Without its answer a request says what was asked last, and of what bears nothing.
  const part = ENDED.exec(text);
  return part === null ? undefined : text.slice(0, part.index).trimEnd();
}

function startOf(text: string): number {
  const part = AGENTS_PART.exec(text) ?? LABEL.exec(text);
  return part === null ? 0 : part.index + part[0].length;
}
