import type { Item } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { BULLET, statementSentences } from './statement-patterns.ts';

const EXCERPT_CHARS = 280;
/** Least characters of an excerpt before it may end at the end of a paragraph. */
const PARAGRAPH_CHARS = 24;
/** A line pasted from a terminal. */
const TERMINAL = /^\s{0,4}(?:➜|❯|›|\$ |>>> |PS [A-Z]:|✓|✗|⏺|⎿|│|error(?:\[\w+\])?:|Traceback \(|[\w.-]+@[\w.-]+[:~])/m;
const PARAGRAPH = /\n\s*\n/;

/**
 * The beginning of an item's own words up to the end of a paragraph, at most 280 characters, on one line; of a text that
 * begins with lines of a terminal, the words after them.
 */
export function excerptOf(item: Pick<Item, 'kind' | 'text' | 'detail'>): string {
  const { text, detail } = item;
  const [quoted] = detail.quoted ?? [];
  const own = typedPart((quoted === undefined ? text : text.slice(0, quoted[0])).replace(BULLET, ''));
  let end = 0;
  let said = '';
  for (const paragraph of own.split(PARAGRAPH)) {
    end = own.indexOf(paragraph, end) + paragraph.length;
    said = oneLine(own.slice(0, end));
    if (said.length >= PARAGRAPH_CHARS && !/[:：]$/.test(said)) break;
  }
  if (said === '' || /^(?:```|~~~|<)/.test(said)) return statementSentences(item)[0]?.text ?? '';
  const cut = said.indexOf('[cut: ');
  return cutText(cut < 0 ? said : said.slice(0, cut).trim(), EXCERPT_CHARS);
}

/** A text from its first paragraph without lines of a terminal on, where it begins with such lines; otherwise as it is. */
function typedPart(text: string): string {
  const paragraphs = text.split(PARAGRAPH);
  if (!TERMINAL.test(paragraphs[0] ?? '')) return text;
  const typed = paragraphs.find((paragraph) => oneLine(paragraph).length > 8 && !TERMINAL.test(paragraph));
  return typed === undefined ? text : text.slice(text.indexOf(typed));
}
