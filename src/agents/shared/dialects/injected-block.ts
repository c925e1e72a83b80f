import { BEGIN_LINE, END_LINE, stripOwnWords } from '../../../privacy/own-words.ts';

/**
 * A tool's result without the block that Cairn's hook appended, for an agent that appends it without a mark of its own.
 * Other hooks' output may follow. Only for tools after which Cairn injects context: after any other tool a block
 * belongs to the result, and the door must see that it was removed.
 */
export function withoutInjectedBlock(answer: string): string {
  const begin = answer.lastIndexOf(`\n${BEGIN_LINE}`);
  const end = begin < 0 ? -1 : answer.indexOf(END_LINE, begin);
  return end < 0 ? answer : answer.slice(0, begin).trimEnd() + answer.slice(end + END_LINE.length);
}

/** A text that hooks or programs handed on, without what Cairn injected. */
export function withoutInjected(text: string): string {
  return stripOwnWords(text);
}
