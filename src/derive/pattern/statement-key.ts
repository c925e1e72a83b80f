import { oneLine } from '../../core/text.ts';

const MAX_WORDS = 24;
/** Words that say nothing of what a rule is about. */
const EMPTY = new Set(
  `a an the this that these those to of in on for with and or but so as at by from is are be been was were do does did it its we
  i you they our my your us please just also only ever should must shall will can may would could now then here there ok okay
  yes no well right all some any very really let lets 's from on going forward project repo codebase remember note`.split(
    /\s+/,
  ),
);

/** What a rule is about, in an order of its own: two wordings of one rule often have the same. */
export function statementKey(text: string): string {
  const folded = oneLine(text.normalize('NFKC')).toLowerCase().replace(/[’']/g, '');
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}_./@+#-]*/gu) ?? [];
  const telling = words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !EMPTY.has(word));
  return [...new Set(telling)].slice(0, MAX_WORDS).sort().join(' ');
}
