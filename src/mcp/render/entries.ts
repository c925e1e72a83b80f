import type { Entry, Hit, ListResult, SearchResult, TimelineEntry, TimelineResult } from '../../api/answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { describeValidity, type Validity } from '../../core/model/validity.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { authorName } from '../../core/text/author-name.ts';
import { day, formatMinute } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { answer, indent, LABEL, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

const NO_HITS = 'Nothing in memory matches. Try fewer or other words.';
const NO_ENTRIES = 'Nothing in memory is about it.';
const NO_STEPS = 'Nothing is remembered there.';

/** Hits as numbered lines: id, date, kind, author, title, and the snippet below; why, where that was asked. */
export function renderHits({ hits, notes, nextCursor }: SearchResult): ToolAnswer {
  const label = hits.length === 0 ? NO_HITS : LABEL;
  return answer([label, ...entryLines(hits), ...moreLines(nextCursor), ...noteLines(notes)], {
    label,
    hits: hits.map(hitData),
    ...omitUndefined({ nextCursor }),
    ...notesData(notes),
  });
}

/** Listed memories as numbered lines, like hits. */
export function renderList({ entries, nextCursor }: ListResult): ToolAnswer {
  const label = entries.length === 0 ? NO_ENTRIES : LABEL;
  return answer([label, ...entryLines(entries), ...moreLines(nextCursor)], {
    label,
    entries: entries.map(entryData),
    ...omitUndefined({ nextCursor }),
  });
}

/** What happened, oldest first: a line with id, time, kind and title for each, its text below; the anchor is marked. */
export function renderTimeline({ anchor, entries, more }: TimelineResult): ToolAnswer {
  const label = entries.length === 0 ? NO_STEPS : LABEL;
  const lines = entries.flatMap((entry) => [stepLine(entry), ...textLines(entry)]);
  const earlier = more.before ? ['(more before)'] : [];
  const later = more.after ? ['(more after)'] : [];
  return answer([label, ...earlier, ...lines, ...later], { label, anchor, entries: entries.map(stepData), more });
}

function entryLines(entries: readonly (Entry | Hit)[]): string[] {
  return entries.flatMap((entry, index) => {
    const snippet = plain(entry.snippet);
    const head = `${index + 1}. ${entry.id} ${day(entry.at)} ${sourceOf(entry)}: ${plain(entry.title)}`;
    const lines = snippet === '' || snippet === plain(entry.title) ? [head] : [head, `   ${snippet}`];
    return 'whyText' in entry ? [...lines, `   Why (${entry.score.toFixed(2)}): ${plain(entry.whyText ?? '')}`] : lines;
  });
}

function hitData(hit: Hit): JsonObject {
  const { score, whyText } = hit;
  return whyText === undefined ? entryData(hit) : { ...entryData(hit), score, why: whyText };
}

/** `knowledge by agent, proposed, superseded by o_…`. */
function sourceOf(entry: Omit<Entry, 'snippet'>): string {
  const { kind, status } = entry;
  const author = authorName(entry);
  const by = author === undefined ? kind : `${kind} by ${plain(author)}`;
  return [by, ...(status === undefined ? [] : [status]), ...describeValidity(entry)].join(', ');
}

function entryData(entry: Entry): JsonObject {
  const { id, kind, at, author, member, status, sessionId, ref } = entry;
  const title = plain(entry.title);
  const shown = plain(entry.snippet);
  const snippet = shown === '' || shown === title ? undefined : shown;
  return omitUndefined({
    id,
    kind,
    at: formatMinute(at),
    author,
    member,
    status,
    title,
    snippet,
    sessionId,
    ref,
    ...validityData(entry),
  });
}

/** What speaks against a memory, as data: absent where nothing does. */
export function validityData({ supersededBy, withheld, doubtful, stale, repeated, retired }: Validity): JsonObject {
  return omitUndefined({ supersededBy, withheld, doubtful, stale, repeated, retired }) as JsonObject;
}

function stepLine(entry: TimelineEntry): string {
  const mark = entry.anchor === true ? '> ' : '- ';
  return `${mark}${entry.id} ${formatMinute(entry.at)} ${sourceOf(entry)}: ${plain(entry.title)}`;
}

/** The text, unless the title says it all. */
function textLines({ title, text }: TimelineEntry): string[] {
  const safe = safeText(text).trim();
  return safe === '' || safe === title.trim() ? [] : [indent(safe)];
}

function stepData(entry: TimelineEntry): JsonObject {
  const { id, kind, at, author, member, status, sessionId, filesChanged, exitCode, anchor } = entry;
  const [text] = textLines(entry).length === 0 ? [] : [safeText(entry.text).trim()];
  const about = { id, kind, at: formatMinute(at), author, member, status, title: plain(entry.title), text };
  return omitUndefined({ ...about, ...validityData(entry), filesChanged, exitCode, sessionId, anchor });
}

function moreLines(nextCursor: string | undefined): string[] {
  return nextCursor === undefined ? [] : [`More: call again with cursor ${nextCursor}`];
}
