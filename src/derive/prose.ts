const LONG_TEXT = 4_000;
const LONG_TEXT_ENDS = 900;
const MAX_SENTENCE = 320;
const MAX_SENTENCES = 200;

/**
 * The sentences of what someone wrote in their own words: without fenced and indented code, quotations, tables, diffs and
 * log lines. Of a long text only its beginning and end are read: between them stands what was pasted.
 */
export function sentencesOf(text: string): string[] {
  const own =
    text.length <= LONG_TEXT ? text : `${text.slice(0, LONG_TEXT_ENDS)}\n\n${text.slice(text.length - LONG_TEXT_ENDS)}`;
  const sentences: string[] = [];
  for (const line of proseLines(own)) {
    for (const sentence of line.split(/(?<=[.!?])\s+(?=["'`(\p{Lu}\d])|(?<=[.!?])\s{2,}/u)) {
      const trimmed = sentence.trim();
      if (trimmed.length > 0 && trimmed.length <= MAX_SENTENCE) sentences.push(trimmed);
      if (sentences.length >= MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
}

function proseLines(text: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s{0,8}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && !isQuoted(line)) lines.push(line.replace(/^\s{0,8}(?:[-*•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)/, ''));
  }
  return lines;
}

/** True for lines that are not the writer's own sentences. */
function isQuoted(line: string): boolean {
  return (
    /^(?:\t| {8,})\S/.test(line) ||
    /^\s{0,8}(?:>|\||[+-]\S|@@|\$ |❯|›|│|╭|╰|⏺|⎿)/.test(line) ||
    /^\s{0,8}[\w./-]{1,120}:\d+[:\s]/.test(line) ||
    /^\s{0,8}(?:\[?(?:error|warn(?:ing)?|info|debug)\]?[:\s]|at \S{1,120} ?\()/i.test(line)
  );
}
