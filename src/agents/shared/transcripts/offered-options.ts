/** An option of a numbered or lettered list: its mark in lower case, and its words. */
export type OfferedOptions = ReadonlyMap<string, string>;

const OPTION = /^\s{0,6}(?:[-*]\s+)?(?:\*\*)?(?:option )?(\d{1,2}|[a-e])[.):](?:\*\*)?\s+(\S.{1,400})$/i;
const FIRST = new Set(['1', 'a']);
const OPTION_CHARS = 300;
const MAX_OPTIONS = 20;
/** Characters at the end of a message in which a list is looked for, and of a prompt that picks from it. */
const READ_CHARS = 6_000;
const PROMPT_CHARS = 120;
const MARK = '(?:options? |number |no\\. ?|#)?(?:\\d{1,2}|[a-e])';
const PICK = new RegExp(
  `^(?:(?:yes|ok(?:ay)?|sure|please|let'?s|i(?:'d| would)? (?:like|prefer|pick|choose)|i want|do|go|with|for|take|use|pick|choose|only|just|both|and)[, ]+)*(${MARK}(?:\\s*(?:,|&|\\+|and|then)+\\s*${MARK})*)[.!)]*(?:,? (?:please|first|only|for now|sounds good|is (?:good|fine)))?[.!]*$`,
  'i',
);

/** The options that the last list of a message offers; empty where it has no list of at least two. */
export function offeredOptions(message: string): OfferedOptions {
  let options = new Map<string, string>();
  for (const line of message.slice(-READ_CHARS).split('\n')) {
    const [, mark = '', words = ''] = OPTION.exec(line) ?? [];
    if (mark === '') continue;
    if (FIRST.has(mark.toLowerCase())) options = new Map();
    if (options.size < MAX_OPTIONS)
      options.set(
        mark.toLowerCase(),
        words
          .replace(/\*\*|__/g, '')
          .trim()
          .slice(0, OPTION_CHARS),
      );
  }
  return options.size > 1 ? options : new Map();
}

/** The options that a prompt picks by their marks, as in "do 1 and 3"; empty where it says anything else. */
export function pickedOptions(prompt: string, options: OfferedOptions): string[] {
  if (options.size === 0 || prompt.length > PROMPT_CHARS) return [];
  const marks =
    PICK.exec(prompt.trim())?.[1]
      ?.toLowerCase()
      .match(/\d{1,2}|\b[a-e]\b/g) ?? [];
  const picked = marks.map((mark) => options.get(mark));
  return picked.every((option) => option !== undefined) ? [...new Set(picked)] : [];
}
