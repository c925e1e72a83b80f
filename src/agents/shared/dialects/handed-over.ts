import { BEGIN_LINE, END_LINE } from '../../../privacy/own-words.ts';

/**
 * The answer of a tool without what Cairn's hook handed over after it, for an agent that puts that at the answer's end with
 * no mark of its own. Other hooks' words may follow. Only for tools after which Cairn hands something over: elsewhere a block
 * is what the tool gave, and the door is to know that it was taken out.
 */
export function withoutHandedOver(answer: string): string {
  const begin = answer.lastIndexOf(`\n${BEGIN_LINE}`);
  const end = begin < 0 ? -1 : answer.indexOf(END_LINE, begin);
  return end < 0 ? answer : answer.slice(0, begin).trimEnd() + answer.slice(end + END_LINE.length);
}
