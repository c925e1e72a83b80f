import { oneLine } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';

const MAX_WORDS = 24;
/** Words that do not identify the subject of a rule. */
const EMPTY = wordSet(
  `a an the this that these those to of in on for with and or but so as at by from is are be been was were do does did it its we
  i you they our my your us please just also only ever should must shall will can may would could now then here there ok okay
  yes well right all some any very really let lets 's from on going forward project repo codebase remember note`,
);
/** The "no" of an answer, as in "No, use X". */
const ANSWER = /^(?:no[,.;:!] ?)+/;
/** Words after which word order matters: without it a rule and its opposite would have one key. */
const DIRECTED =
  /\b(?:instead|rather|than|before|after|over|until|unless|without|not|no|but|into|then|first)\b|\bfrom\b.{1,200}\bto\b|\b(?:always|never)\b.{1,200}\b(?:always|never)\b/;

/** The content words of a text in their order, repeated ones too. */
export function contentWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}_./@+#-]*/gu) ?? [];
  return words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !EMPTY.has(word));
}

/** Key of a rule: its content words, sorted where their order does not matter, so that two wordings often share it. */
export function statementKey(text: string): string {
  const folded = fold(text);
  const distinct = [...new Set(contentWords(text))].slice(0, MAX_WORDS);
  return (DIRECTED.test(folded) ? distinct : distinct.sort()).join(' ');
}

function fold(text: string): string {
  return oneLine(text.normalize('NFKC')).toLowerCase().replace(/[’']/g, '').replace(ANSWER, '');
}
