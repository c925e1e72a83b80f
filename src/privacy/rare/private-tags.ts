const LT = '(?:<|\\\\{1,8}u003c|&lt;|&#60;|&#x3c;)';
const GT = '(?:>|\\\\{1,8}u003e|&gt;|&#62;|&#x3e;)';
/**
 * `<private>`, `</ PRIVATE >`, `<private reason="x">`, also escaped as in JSON or HTML. Group 1 is the closing slash,
 * group 2 the attributes.
 */
const TAG = new RegExp(`${LT}\\s{0,8}(\\\\{0,8}/)?\\s{0,8}private(\\s[^<>]{0,200}?)?\\s{0,8}(/)?${GT}`, 'gi');
const ATTRIBUTES =
  /^(?:\s+[\w:-]{1,40}\s{0,4}=\s{0,4}(?:\\{0,8}"[^"]{0,200}"|\\{0,8}'[^']{0,200}'|[^\s"'>]{1,200})){0,8}\s*$/;

/** Number of private tags that are open at a point of an event; passed from field to field. */
export interface PrivateState {
  depth: number;
  /** Private passages removed so far. */
  removed: number;
}

/**
 * Removes what is between `<private>` and `</private>` from a field. Tags nest. A tag that is not closed stays open for
 * the next field, so that the rest of the event is private; a closing tag without an opening one is dropped. Linear in
 * the length of the text.
 */
export function stripPrivate(text: string, state: PrivateState): string {
  if (!/private/i.test(text)) return state.depth > 0 ? '' : text;
  let out = '';
  let at = 0;
  for (const tag of tagsOf(text)) {
    if (state.depth === 0) out += text.slice(at, tag.start);
    at = tag.end;
    if (!tag.closes && state.depth === 0) state.removed += 1;
    state.depth = Math.max(0, state.depth + (tag.closes ? -1 : 1));
  }
  return state.depth === 0 ? out + text.slice(at) : out;
}

interface Tag {
  start: number;
  end: number;
  closes: boolean;
}

/** The private tags of a text, without self-closing ones, which contain nothing. */
function tagsOf(text: string): Tag[] {
  const found = [...text.matchAll(TAG)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    closes: match[1] !== undefined,
    empty: match[3] !== undefined,
    attributes: match[2] ?? '',
  }));
  const lastClosing = found.findLast((tag) => tag.closes)?.start ?? -1;
  return found.filter((tag) => tag.closes || isOpening(tag, lastClosing));
}

/** `<private key>` is a placeholder; bare words are attributes only when the passage is closed. */
function isOpening(tag: { end: number; empty: boolean; attributes: string }, lastClosing: number): boolean {
  if (tag.empty) return false;
  return ATTRIBUTES.test(tag.attributes) || (lastClosing >= tag.end && !/^\s+key\b/i.test(tag.attributes));
}
