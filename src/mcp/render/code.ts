import type { CodeHit, CodeOutline, CodeSearchResult, CodeSymbolEntry, CodeUnfolded } from '../../api/work-answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { answer, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

const NONE = 'No symbol matches. Try another word, or a part of the name.';

/** Symbols as numbered lines: place, kind, signature, and the comment below. */
export function renderCodeHits({ symbols, notes }: CodeSearchResult): ToolAnswer {
  const label = symbols.length === 0 ? NONE : `${symbols.length} symbols, best first.`;
  return answer([label, ...symbols.flatMap(hitLines), ...noteLines(notes)], {
    label,
    symbols: symbols.map((hit) => symbolData(hit)),
    ...notesData(notes),
  });
}

function hitLines(hit: CodeHit, index: number): string[] {
  const head = `${index + 1}. ${placeOf(hit)} ${hit.kind} ${nameOf(hit)}: ${plain(hit.signature)}`;
  return hit.doc === undefined ? [head] : [head, `   ${plain(hit.doc)}`];
}

function placeOf({ path, line, endLine }: CodeSymbolEntry): string {
  return `${plain(path)}:${line}${endLine > line ? `-${endLine}` : ''}`;
}

function nameOf({ name, holder }: CodeSymbolEntry): string {
  return plain(holder === undefined ? name : `${holder}.${name}`);
}

function symbolData(symbol: CodeSymbolEntry): JsonObject {
  const { kind, signature, doc } = symbol;
  return omitUndefined({ name: nameOf(symbol), kind, place: placeOf(symbol), signature, doc });
}

/** The outline, and what it saves. */
export function renderOutline({
  path,
  language,
  lines,
  fileTokens,
  tokens,
  text,
  left,
  notes,
}: CodeOutline): ToolAnswer {
  const label = `${plain(path)}: ${language}, ${lines} lines, about ${fileTokens} tokens; this outline ${tokens}.`;
  const more = left === 0 ? [] : [`(${left} smaller symbols are left out)`];
  const outline = safeText(text);
  return answer([label, outline, ...more, ...noteLines(notes)], { label, outline, left, ...notesData(notes) });
}

/** The text of a symbol with its place; where it goes on, and others of its name. */
export function renderUnfolded(unfolded: CodeUnfolded): ToolAnswer {
  const { text, from, next, others, notes } = unfolded;
  const label = `${placeOf(unfolded)} ${unfolded.kind} ${nameOf(unfolded)}, from line ${from}:`;
  const more = [
    ...(next === undefined ? [] : [`(cut: smart_unfold with from ${next} goes on)`]),
    ...others.map((other) => `Also: ${placeOf(other)} ${other.kind} ${nameOf(other)}`),
  ];
  return answer([label, safeText(text), ...more, ...noteLines(notes)], {
    label,
    text: safeText(text),
    ...omitUndefined({ next }),
    others: others.map((other) => symbolData(other)),
    ...notesData(notes),
  });
}
