/** Where the door cut a long text: what follows may be of any file. */
const OWN_MARK = /^\[cut: \d+ of \d+ characters, \d+ lines\]$/gm;
/** The same by an agent or a tool, within a line or on one of its own: `…2314 tokens truncated…`, `[... omitted 234 of 456 lines ...]`. */
const COUNTED =
  /(?:…|\.{3}|[[<(])[ .…[(]{0,8}(?:(?:[a-z]{1,12} ){0,2}\d[\d,.]{0,15}(?: of \d[\d,.]{0,15})? ?(?:[a-z]{1,12} ){0,2}(?:tokens?|lines?|char(?:acter)?s?|bytes|[KM]i?B) (?:[a-z]{1,12} )?(?:truncated|omitted|cut|removed|skipped|hidden|elided|not shown)|(?:[a-z]{1,12} )?(?:cut|truncated|omitted|removed|skipped):? (?:lines? )?\d[^\n\])>…]{0,60}?)[ .…]{0,4}[\])>]?(?: ?(?:\.{3}|…))?/;
/** Words for what is no longer there. */
const GONE = '(?<![a-z])(?:truncated|omitted|clipped|trimmed|elided|snip(?:ped)?)(?![a-z])';
/** The same without a number behind dots: `...[truncated]`. */
const DOTTED = new RegExp(
  String.raw`(?:\u2026|\.{3}) ?[[(<][^\n[\](){}<>]{0,80}?${GONE}[^\n[\](){}<>]{0,80}[\])>](?: ?(?:\.{3}|\u2026))?`,
);
/** A line of its own that tells so between signs: `--- output truncated ---`, `<response clipped>`; or how much: `… +123 lines (ctrl+o)`. */
const OWN_LINE = new RegExp(
  String.raw`^(?:(?:[[(<\u2026]|\.{3}|[-=~#*]{2})[^\n]{0,100}?(?:${GONE}|\d (?:lines|bytes) (?:skipped|hidden|removed))[^\n]{0,100}(?:[\])>\u2026]|\.{3}|[-=~#*]{2})|[[(<]?(?:\u2026|\.{3}) ?\+?\d[\d,.]{0,15} (?:more )?(?:tokens|lines|char(?:acter)?s|bytes)(?![a-z])[^\n]{0,60}|\[(?:\u2026|\.{3})\])(?=\r?$)`,
);
const MARK = new RegExp([OWN_LINE, COUNTED, DOTTED].map(({ source }) => source).join('|'), 'gim');

/** Lines of a text, and which of them stand where it was cut. */
export interface CutLines {
  lines: string[];
  isMark(line: string): boolean;
}

/** True for a text that an agent or a tool cut in the middle. */
export function isCutByAgent(text: string): boolean {
  return text.search(MARK) >= 0;
}

/** The lines of a text, with a mark on a line of its own; `byAgent`: also where an agent or a tool cut it. `undefined` where nobody did. */
export function cutLinesOf(text: string, byAgent: boolean): CutLines | undefined {
  const marks = new Set<string>();
  const mark = (found: string, at: number, all: string): string => {
    marks.add(found);
    const before = at === 0 || all[at - 1] === '\n' ? '' : '\n';
    const end = at + found.length;
    return `${before}${found}${end >= all.length || /[\r\n]/.test(all[end] ?? '') ? '' : '\n'}`;
  };
  const split = text.replace(OWN_MARK, mark);
  const lines = (byAgent ? split.replace(MARK, mark) : split).split('\n');
  return marks.size === 0 ? undefined : { lines, isMark: (line) => marks.has(line) };
}
