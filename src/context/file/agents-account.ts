import { wordsOf } from '../../core/text/terms.ts';
import { baseName, cutText, oneLine } from '../../core/text/text.ts';
import { withoutMarkup } from '../../retrieval/text/passage.ts';

const ACCOUNT_CHARS = 200;
const LEAST_WORDS = 6;
const ITEMS = 2;
/** Says what is to come or what is looked at, or only heads a list. */
const ANNOUNCES =
  /^\W*(?:now|next|first|then|let me|let['’]s|i['’]ll|i will|i need|i['’]m|we need|looking|checking|reading|updating|jetzt|zuerst|ich werde)\b|^\W*(?:files? (?:changed|modified)|\d+ files?)\b|[:?]\W*$/i;
const SENTENCE_END = /(?<=[.!?。])\s+(?=[\p{Lu}\p{Lo}`*"'(])/u;
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;
const PATH_BEFORE = /[\w@.+/-]*$/;
const PATH_CHARS = 300;

/**
 * What an agent's message says of a file: the sentence or list item that names it, or the first items of a list below
 * its name. '' when nothing does but announcements, or only of another file with that base name.
 */
export function agentsAccount(message: string, path: string): string {
  const lines = message.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!namesFile(line, path)) continue;
    const said = sentenceAbout(line, path) ?? itemsBelow(lines, at);
    if (said !== undefined) return cutText(said, ACCOUNT_CHARS);
  }
  return '';
}

function sentenceAbout(line: string, path: string): string | undefined {
  const sentences = plain(line).split(SENTENCE_END);
  return sentences.find((one) => namesFile(one, path) && saysSomething(one, path));
}

/** The first items of the list that a line heads, of a line that does little more than name the file. */
function itemsBelow(lines: readonly string[], at: number): string | undefined {
  const head = lines[at] ?? '';
  if (!/:[*_`]*\s*$/.test(head) && !/^\s*(?:#|\*\*)/.test(head)) return undefined;
  const below: string[] = [];
  for (const line of lines.slice(at + 1, at + 8)) {
    if (line.trim() === '' && below.length === 0) continue;
    if (!BULLET.test(line) || below.length >= ITEMS) break;
    below.push(plain(line));
  }
  const said = below.join('; ');
  return wordsOf(said).length < LEAST_WORDS ? undefined : said;
}

/** True for a sentence that says more than that there is the file. */
function saysSomething(sentence: string, path: string): boolean {
  return !ANNOUNCES.test(sentence) && wordsOf(sentence).length - wordsOf(baseName(path)).length >= LEAST_WORDS;
}

/** True when a text names the file, by its base name alone or with folders that are its own. */
function namesFile(text: string, path: string): boolean {
  const name = baseName(path);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const written = (PATH_BEFORE.exec(text.slice(Math.max(at - PATH_CHARS, 0), at))?.[0] ?? '') + name;
    const after = text[at + name.length] ?? ' ';
    const isWhole = !/[\w-]/.test(after) && (written === name || text[at - 1] === '/');
    if (isWhole && (path.endsWith(`/${written}`) || path === written || written.endsWith(`/${path}`))) return true;
  }
  return false;
}

function plain(line: string): string {
  return oneLine(withoutMarkup(line));
}
