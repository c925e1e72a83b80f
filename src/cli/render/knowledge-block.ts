import type { SharedEntry } from '../../api/review-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { oneLine } from '../../core/text/text.ts';

/** The marks between which a file of instructions is fed; nothing outside of them is ever changed. */
const BEGIN =
  '<!-- cairn knowledge begin: from .cairn/knowledge, by "cairn share --into". What is changed here is lost. -->';
const END = '<!-- cairn knowledge end -->';
const BEGINS = '<!-- cairn knowledge begin';

/**
 * The text of a file of instructions with the accepted knowledge between two marks, at its end unless it has them. Every
 * byte outside stays, and the same knowledge gives the same text. Throws `unsupported` for marks that are no pair.
 */
export function withKnowledge(before: string | undefined, shared: readonly SharedEntry[]): string {
  const text = before ?? '';
  const eol = endOfLine(text);
  const block = [BEGIN, ...shared.map(lineOf), END].join(eol);
  const place = placeOf(text);
  if (place !== undefined) return text.slice(0, place.start) + block + text.slice(place.end);
  if (text === '') return `${block}${eol}`;
  // A file without an end of its last line gets none: so it is the same again once the block is taken out.
  return text.endsWith('\n') ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`;
}

/** The same file as it was before the block was put at its end; `undefined` when nothing else is in it. */
export function withoutKnowledge(text: string): string | undefined {
  const place = placeOf(text);
  if (place === undefined) return text;
  const eol = endOfLine(text);
  const head = text.slice(0, place.start);
  const tail = text.slice(place.end);
  if (head === '' && (tail === '' || tail === eol)) return undefined;
  if (tail === '' && head.endsWith(`${eol}${eol}`)) return head.slice(0, -2 * eol.length);
  if (!tail.startsWith(eol)) return head + tail;
  return (head.endsWith(`\n${eol}`) ? head.slice(0, -eol.length) : head) + tail.slice(eol.length);
}

/** What a file of instructions is fed with: what this home stands by, in the order of the files. */
export function fedWith(files: readonly SharedEntry[]): SharedEntry[] {
  return files.filter(({ state }) => state === 'own' || state === 'accepted');
}

function placeOf(text: string): { start: number; end: number } | undefined {
  const start = text.indexOf(BEGINS);
  const end = text.indexOf(END);
  if (start < 0 && end < 0) return undefined;
  const isPair = start >= 0 && end > start && text.indexOf(BEGINS, start + 1) < 0 && text.indexOf(END, end + 1) < 0;
  if (isPair) return { start, end: end + END.length };
  throw new CairnError('unsupported', 'The marks of Cairn in this file do not form a pair. Nothing was changed.', {
    fix: `Remove the lines that begin with "${BEGINS}" or are "${END}".`,
  });
}

function endOfLine(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

/** One item of a list; nothing in it ends the block or begins another. */
function lineOf({ kind, text, reason }: SharedEntry): string {
  const words = `${kind === 'rejected' ? 'Rejected: ' : ''}${text}${reason === undefined ? '' : ` (${reason})`}`;
  return `- ${oneLine(safeText(words)).replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;')}`;
}
