import type { Item } from '../../core/model/item.ts';
import { oneLine } from '../../core/text/text.ts';
import { isTask, unquotedText } from '../provenance/quoted.ts';

/** Prompts that only ask to continue, the agent's notes of an interruption, and the agent's own slash commands. */
const GO_ON =
  /^(?:(?:ok(?:ay)?|and|yes|yep|yeah|no|sure|thanks|thank you|please|go|go on|go ahead|continue|proceed|resume|next|do it|y|n|\d+)\b[\s.!,]*)+$|^\[Request interrupted by user|^\/(?:clear|compact|exit|quit|login|logout|help|status|cost|model|mcp|resume|context|memory|init|config|doctor|agents|hooks|permissions|usage)\b/i;

/** Heading under which an editor appends the open files to a prompt. */
const OF_EDITOR = /\n# Context from my IDE setup:/;

/** True for a prompt in which someone asked the session itself for something. */
export function isRequest(item: Pick<Item, 'kind' | 'text' | 'detail'>): boolean {
  return isAddressedToSession(item) && isSubstantive(item.text);
}

/** True for a prompt that the session's own user wrote: no notice, no subagent's task, no echo. */
export function isAddressedToSession(item: Pick<Item, 'kind' | 'detail'>): boolean {
  return item.kind === 'prompt' && !isTask(item) && item.detail.echo !== true;
}

/** A prompt on one line, without quotations of what its session had read and without an editor's additions. */
export function requestText(item: Pick<Item, 'text' | 'detail'>): string {
  return oneLine(unquotedText(item).split(OF_EDITOR, 1)[0] ?? '');
}

/** False for words that only ask an agent to continue, or are one of its slash commands. */
export function isSubstantive(text: string): boolean {
  return !GO_ON.test(text.trim());
}
