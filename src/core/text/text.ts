// core/text: text algorithms: truncation, folding, tokens, edit distance, MinHash, and the formats of numbers and
// times.
// They know no item.

const LOCAL_LINK = /\[([^[\]\n]{1,200})\]\((?:\.{0,2}\/|file:|[A-Za-z]:\\)[^()\s]{1,400}\)/g;

/** Truncates text to `max` characters with `…` at the end, never inside a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = isHighSurrogate(text, max - 2) ? max - 2 : max - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** True for the first half of a surrogate pair. */
export function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

/** Text on one line: every run of white space becomes one space, ends trimmed. */
export function oneLine(text: string): string {
  // The pattern skips single spaces, which are most.
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}

/**
 * The first line that contains a word, else the first that is not blank, cut to `max` characters; "---" contains no
 * word.
 */
export function firstLine(text: string, max: number): string {
  const word = text.search(/[\p{L}\p{N}]/u);
  const start = word < 0 ? text.search(/\S/) : text.lastIndexOf('\n', word) + 1;
  if (start < 0) return '';
  const end = text.indexOf('\n', start);
  return cutText(oneLine(text.slice(start, end < 0 ? undefined : end)), max);
}

/**
 * Head and tail of a text of more than `max` characters, with a line in between that says how much was cut; a shorter
 * text is returned as is. Never cuts inside a surrogate pair.
 */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  const headEnd = isHighSurrogate(text, half - 1) ? half - 1 : half;
  let tailStart = text.length - half;
  if (isHighSurrogate(text, tailStart - 1)) tailStart += 1;
  const cut = tailStart - headEnd;
  return `${text.slice(0, headEnd)}\n[cut: ${cut} of ${text.length} characters]\n${text.slice(tailStart)}`;
}

/** The end of the line that contains an index: the offset of its `\n`, or the end of the text. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The last part of a path with `/` or `\` between its parts. */
export function baseName(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/' || path[end - 1] === '\\') end -= 1;
  const trimmed = path.slice(0, end);
  return trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1) || trimmed;
}

/** `path` relative to `root` when it is below it, else `path` as it is. Both absolute, with `/` between segments. */
export function relativePath(path: string, root: string | undefined): string {
  if (root === undefined || root === '' || root === '/') return path;
  const base = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** Text on one line without Markdown's marks of emphasis and headings; a link to a file becomes its words. */
export function plainWords(text: string): string {
  return oneLine(text.replace(LOCAL_LINK, '$1').replace(/\*\*|__(?=\S)|(?<=\S)__|^#+\s+/g, ''));
}
