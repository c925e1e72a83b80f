import type { Item } from '../../core/model/item.ts';
import { oneLine } from '../../core/text/text.ts';
import { isTask, unquotedText } from '../provenance/quoted.ts';

/** Prompts that only tell the agent to go on, its own notes of an interruption, and commands of the agent's own. */
const GO_ON =
  /^(?:(?:ok(?:ay)?|and|yes|yep|yeah|no|sure|thanks|thank you|please|go|go on|go ahead|continue|proceed|resume|next|do it|y|n|\d+)\b[\s.!,]*)+$|^\[Request interrupted by user|^\/(?:clear|compact|exit|quit|login|logout|help|status|cost|model|mcp|resume|context|memory|init|config|doctor|agents|hooks|permissions|usage)\b/i;

/** What an editor puts below a prompt: which files are open. */
const OF_EDITOR = /\n# Context from my IDE setup:/;

/** True for a prompt in which someone asked the session itself for something. */
export function isRequest(item: Item): boolean {
  return isAddressedToSession(item) && isSubstantive(item.text);
}

/** True for a prompt that nobody but the one who talks with the session wrote: no notice, no subagent's task, no echo. */
export function isAddressedToSession(item: Item): boolean {
  return item.kind === 'prompt' && !isTask(item) && item.detail.echo !== true;
}

/** The words of a prompt on one line, without what it quotes of what its session had read and what an editor adds. */
export function requestText(item: Pick<Item, 'text' | 'detail'>): string {
  return oneLine(unquotedText(item).split(OF_EDITOR, 1)[0] ?? '');
}

/** False for words that only tell an agent to go on, or are a command of its own. */
export function isSubstantive(text: string): boolean {
  return !GO_ON.test(text.trim());
}
