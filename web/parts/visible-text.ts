/** A run of stored text: plain, or a character that is named because it would not be seen or would change what is seen. */
export interface TextRun {
  text: string;
  /** Where it begins. */
  at: number;
  /** It stands for a character that has no shape. */
  named?: true;
}

// Escape sequences of terminals; controls but tab and newline; what turns the direction, joins or takes no room.
const UNSEEN =
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,64}(?:\u0007|\u001b\\)?|[@-Z\\-_]?)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Splits stored text into what can be shown as it is and what has to be named. */
export function toRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const found of text.matchAll(UNSEEN)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), at: from });
    runs.push({ text: nameUnseen(found[0]), at: found.index, named: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), at: from });
  return runs;
}

/** Whether a text can be shown as it is. */
export function isPlain(text: string): boolean {
  return text.search(UNSEEN) === -1;
}

function nameUnseen(unseen: string): string {
  if (unseen.startsWith('\u001b')) return `ESC${unseen.slice(1).replaceAll(/[\u0000-\u001f\u007f]/g, '')}`;
  const code = unseen.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first characters of a text, never half of one; `undefined` as rest when that is all. */
export function cutText(text: string, limit: number): { head: string; rest: number } {
  if (text.length <= limit) return { head: text, rest: 0 };
  const code = text.charCodeAt(limit - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
  return { head: text.slice(0, end), rest: text.length - end };
}
