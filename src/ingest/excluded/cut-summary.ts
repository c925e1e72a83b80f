import { cutText, EXCLUDED_MARK, isExcludedKey } from './cut-text.ts';
import type { ExcludedNames } from './excluded-names.ts';

/**
 * A heading, or what begins an item of a list or a row of a table, one or several of `### `, `- `, `2. `, `| `; a label (`File:`,
 * `Read`); then the name of a file, also in backticks or bold.
 */
const ITEM =
  /^([ \t]*)((?:(?:#{1,6}|[-*+]|\d{1,3}[.)]|\[[ x]\]) |\| ?(?:\d{1,3} \| ?)?){0,4})(\*{0,2}(?:(?:file ?)?path|file|source|read|edited|viewed|created|updated|modified|wrote):?\*{0,2}:? )?([*`[]{0,4})([^\s*`[\]:|]+)([*`\]]{0,4})/i;
const FENCE = /^\s*(?:`{3}|~{3})/;

/** Under which item or heading of an excluded file a line stands. */
interface Under {
  indent: number;
  /** How many `#` a heading has; 0 for an item. */
  level: number;
  /** In a code block. */
  isCode: boolean;
  /** A name alone that begins no item: only a code block directly below it belongs to it. */
  isBare: boolean;
}

/**
 * What an agent wrote of its session, without what stands below or behind the name of an excluded file that begins a heading or an
 * item of a list, and without what `cutText` finds. Names stay. Linear.
 */
export function cutSummary(text: string, names: ExcludedNames): string {
  if (!names.mayBeIn(text)) return text;
  const kept: string[] = [];
  let under: Under | undefined;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (under !== undefined && !isOver(line, under)) {
      if (FENCE.test(line)) under.isCode = !under.isCode;
      if (line.trim() !== '' && kept.at(-1) !== EXCLUDED_MARK) kept.push(EXCLUDED_MARK);
      continue;
    }
    const named = namedBy(line, names);
    under = named && toUnder(named, lines[at + 1] ?? '');
    kept.push(
      named === undefined || under === undefined || named.rest === '' ? line : `${named.head} ${EXCLUDED_MARK}`,
    );
  }
  const left = kept.join('\n');
  return cutText(left, { names });
}

interface NamedLine {
  indent: number;
  mark: string;
  /** The line up to the end of the name, and what follows that. */
  head: string;
  rest: string;
}

function namedBy(line: string, names: ExcludedNames): NamedLine | undefined {
  const [head = '', indent = '', mark = '', label = '', , name = ''] = ITEM.exec(line) ?? [];
  if (name === '' || !isExcludedKey(name.replace(/[.,;]$/, ''), names)) return undefined;
  return {
    indent: indent.length,
    mark: mark || (label.includes(':') ? label : ''),
    head,
    rest: line.slice(head.length).replace(/^[\s:]+$/, ''),
  };
}

function toUnder({ indent, mark, rest }: NamedLine, following: string): Under | undefined {
  const isBare = mark === '';
  if (isBare && (rest !== '' || !FENCE.test(following))) return undefined;
  return { indent, level: /^#+/.exec(mark)?.[0].length ?? 0, isCode: false, isBare };
}

/** True for a line that no longer belongs to an item or heading: one of the same depth, or a heading that is no deeper. */
function isOver(line: string, { indent, level, isCode, isBare }: Under): boolean {
  if (isCode || line.trim() === '') return isBare && !isCode && line.trim() === '';
  if (FENCE.test(line)) return false;
  const heading = /^#{1,6}(?= )/.exec(line)?.[0].length;
  if (level > 0) return heading !== undefined && heading <= level;
  return isBare || heading !== undefined || line.search(/\S/) <= indent;
}
