/** Where the door cut a long text: what follows may be of any file. */
const OWN_MARK = /^\[cut: \d+ of \d+ characters, \d+ lines\]$/gm;
/**
 * Where an agent or a tool did, on a line of its own or within one: `…2314 tokens truncated…`, `... [12 lines truncated] ...`,
 * `[... omitted 234 of 456 lines ...]`.
 */
const MARK =
  /(?:…|\.{3}|[[<(])[ .…[(]{0,8}(?:(?:[a-z]{1,12} ){0,2}\d[\d,.]{0,15}(?: of \d[\d,.]{0,15})? ?(?:[a-z]{1,12} ){0,2}(?:tokens?|lines?|char(?:acter)?s?|bytes|[KM]i?B) (?:[a-z]{1,12} )?(?:truncated|omitted|cut|removed|skipped|hidden|elided|not shown)|(?:[a-z]{1,12} )?(?:cut|truncated|omitted|removed|skipped):? (?:lines? )?\d[^\n\])>…]{0,60}?)[ .…]{0,4}[\])>]?(?: ?(?:\.{3}|…))?/gi;

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
