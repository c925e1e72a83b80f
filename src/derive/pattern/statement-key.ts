import { oneLine } from '../../core/text/text.ts';

const MAX_WORDS = 24;
/** Words that say nothing of what a rule is about. */
const EMPTY = new Set(
  `a an the this that these those to of in on for with and or but so as at by from is are be been was were do does did it its we
  i you they our my your us please just also only ever should must shall will can may would could now then here there ok okay
  yes well right all some any very really let lets 's from on going forward project repo codebase remember note`.split(
    /\s+/,
  ),
);
/** "No, use X" answers what was said before. */
const ANSWER = /^(?:no[,.;:!] ?)+/;
/** Where the order of words tells which of two things is meant: without it, a rule and its opposite would be one. */
const DIRECTED =
  /\b(?:instead|rather|than|before|after|over|until|unless|without|not|no|but|into|then|first)\b|\bfrom\b.{1,200}\bto\b|\b(?:always|never)\b.{1,200}\b(?:always|never)\b/;

/** What a rule is about, in an order of its own where none matters: two wordings of one rule often have the same. */
export function statementKey(text: string): string {
  const folded = oneLine(text.normalize('NFKC')).toLowerCase().replace(/[’']/g, '').replace(ANSWER, '');
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}_./@+#-]*/gu) ?? [];
  const telling = words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !EMPTY.has(word));
  const distinct = [...new Set(telling)].slice(0, MAX_WORDS);
  return (DIRECTED.test(folded) ? distinct : distinct.sort()).join(' ');
}
