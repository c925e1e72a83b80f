import type { Item } from '../../../core/model/item.ts';
import { oneLine } from '../../../core/text/text.ts';
import { QUESTION } from '../sentences/cues.ts';
import { BULLET, proseLines, sentencesIn } from '../sentences/statement-patterns.ts';

const MAX_STEPS = 5;
const LEAST_CHARS = 3;
const LABEL =
  "(?:(?:my |the |our )?(?:suggested |recommended |possible |immediate |proposed )?(?:next(?: (?:steps?|actions?|up|tasks?))?|remaining(?: (?:steps?|work|tasks?|items?|issues?|problems?))?|outstanding(?: [\\w-]+){0,2}|pending(?: [\\w-]+){0,2}|still (?:open|outstanding|to do|missing|left)|to-?dos?|follow-?ups?(?: (?:work|tasks?|items?))?|left to do|open (?:items|points|tasks|work)|action items|what(?:[\u2019']s| is) (?:left|next|missing)|what remains(?: to be done)?)|recommendations|recommended (?:fixes|actions|changes)|(?:required|manual|remaining) (?:setup|manual steps|steps)|before (?:you )?merg(?:e|ing)|you(?:[\u2019']ll| will)? (?:still )?(?:need|have) to(?: do)?|nächste schritte|noch offen|下一步|接下来|待办|剩余)";
/** A heading of next steps as a whole, with at most a remark in brackets after it. */
const HEADING = new RegExp(`^${LABEL}(?: \\([^)]{1,60}\\))?$`, 'iu');
/** A step on the same line as its label: `Next: add jitter`. */
const INLINE = new RegExp(`^[^\\p{L}]{0,4}${LABEL}[*_]{0,2}(?:[:：]| [—–-])[\\s*_]{0,4}([\\p{L}\\p{N}\`"'(].*)$`, 'iu');
/** A line that is a heading by its form: of a document, in bold, or with a colon at its end. */
const MARKED = /^\s{0,3}#{1,6}\s+(.{1,120})$|^\s{0,12}(?:\d{1,2}[.)]\s+)?(?:\*\*|__)(.{2,80}?)(?:\*\*|__)[:：]?\s*$/u;
const COLON = /[:：](?:\*\*|__)?\s*$/;
const HEADING_CHARS = 70;
const DONE = /^\s{0,12}(?:[-*•+]\s+)?(?:\[[xX]\]|[✅✓✔☑🎉])/u;
const OFFER =
  /^\W{0,4}(?:would you like|do you want|want me|shall i|should i|let me know|if you(?:[\u2019']d)? like)\b/i;
/** Sentences that say what is still to be done. */
const STILL =
  /\bstill (?:needs?|has|have) to (?:be )?\w|\bstill (?:missing|to be done|to do|unfinished|outstanding|untested|uncommitted|unmerged|stale until|not \w+(?:ed|en|ne)\b)|\b(?:is|are|it[\u2019']s) not (?:yet )?(?:implemented|committed|merged|pushed|tested|covered|verified|finished|done|fixed|addressed|deployed)\b|\b(?:has|have) not (?:yet )?been \w+(?:ed|en|ne)\b|\bremains? to be \w+(?:ed|en|ne)\b|\b(?:left|yet) to (?:do|be \w+(?:ed|en|ne))\b|\bin a (?:later|follow-?up|separate) (?:pr|change|commit|session)\b|(?:^|[,;:—–] )(?:then |now )?you(?:[\u2019']ll| will)? (?:still |now |then )*(?:need to|have to|must|should|may want to|might want to) (?!be\b|see\b)\w|(?:noch (?:nicht|zu tun)|muss noch|尚未|还需要)/iu;

/** The steps that a message names as next or as still to be done, in its own words: at most five. */
export function nextStepsIn(item: Pick<Item, 'kind' | 'text' | 'detail'>): string[] {
  const steps: string[] = [];
  const add = (text: string): void => {
    const step = oneLine(text);
    if (step.length >= LEAST_CHARS && !QUESTION.test(step) && !OFFER.test(step) && !steps.includes(step))
      steps.push(step);
  };
  /** How the list below a heading of next steps is marked: by a heading of a document, or by a line with a colon. */
  let under: 'section' | 'list' | undefined;
  let indent: number | undefined;
  for (const line of proseLines(item)) {
    if (line === '') continue;
    const heading = headingOf(line);
    if (heading !== undefined) {
      under = heading.isNext ? heading.form : undefined;
      indent = undefined;
      for (const sentence of heading.before) if (STILL.test(sentence)) add(sentence);
    } else if (BULLET.test(line)) {
      const own = line.search(/\S/);
      indent ??= own;
      if (under !== undefined && own <= indent && !DONE.test(line)) add(withoutBullet(line));
      else if (under === undefined) for (const sentence of sentencesIn(withoutBullet(line))) take(sentence, add);
    } else {
      if (under === 'list') under = undefined;
      for (const sentence of sentencesIn(line)) take(sentence, add);
    }
  }
  return steps.slice(0, MAX_STEPS);
}

function take(sentence: string, add: (step: string) => void): void {
  const inline = INLINE.exec(sentence)?.[1];
  if (inline !== undefined) add(inline);
  else if (STILL.test(sentence) && !COLON.test(sentence)) add(sentence);
}

/** A line as a heading, with the sentences before it on its line; `undefined` for a line of prose. */
function headingOf(line: string): { isNext: boolean; form: 'section' | 'list'; before: string[] } | undefined {
  const marked = MARKED.exec(line);
  if (marked !== null) {
    const isNext = isNextHeading(marked[1] ?? marked[2] ?? '');
    return { isNext, form: marked[1] === undefined ? 'list' : 'section', before: [] };
  }
  if (!COLON.test(line) || BULLET.test(line)) return undefined;
  const sentences = sentencesIn(line);
  const last = sentences.at(-1) ?? '';
  if (last.length > HEADING_CHARS) return undefined;
  return { isNext: isNextHeading(last), form: 'list', before: sentences.slice(0, -1) };
}

function isNextHeading(text: string): boolean {
  return HEADING.test(
    text
      .replace(/\*\*|__|[:：]\s*$/g, '')
      .replace(/^[^\p{L}]+|[:：\s]+$/gu, '')
      .trim(),
  );
}

function withoutBullet(line: string): string {
  return line.replace(BULLET, '');
}
