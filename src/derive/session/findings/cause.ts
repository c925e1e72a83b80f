import type { Item } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import { sentencesOf } from '../../text/prose.ts';

const CAUSE_CHARS = 240;
const MIN_CHARS = 20;
/** How a sentence names why something failed. */
const CAUSE =
  /\b(?:(?:the|root|real|actual|main) (?:cause|issue|problem|bug|reason|culprit|error|failure) (?:is|was|here is|comes from|lies in|seems to be)|because|caused by|due to|turns out|(?:fails?|failed|failing|broke|breaks|crashes) (?:since|as|when|because)|(?:this|that|which|it) (?:causes|caused|means that|is why))\b|原因是|因为|导致|weil|liegt daran|parce que|à cause de|porque|debido a/i;

/** The sentence of an agent's message that names why something failed, without what it only quotes. */
export function causeIn(message: Item): string | undefined {
  const text = unquotedText(message);
  if (!CAUSE.test(text)) return undefined;
  const sentence = sentencesOf(text).find((one) => one.length >= MIN_CHARS && CAUSE.test(one));
  return sentence === undefined ? undefined : cutText(oneLine(sentence), CAUSE_CHARS);
}
