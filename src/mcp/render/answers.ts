import type {
  ForgetResult,
  GetResult,
  MemoryRecord,
  RecallResult,
  RememberResult,
  ResumeResult,
} from '../../api/answers.ts';
import type { ContextResult } from '../../api/context-answers.ts';
import type { ProjectPage } from '../../api/project-answers.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { describeCompaction } from '../../core/model/compaction.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { authorName } from '../../core/text/author-name.ts';
import { day } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { truncateTokens } from '../../core/text/truncate-tokens.ts';
import { validityData } from './entries.ts';
import { answer, indent, LABEL, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

const NO_SESSION = 'No session of this project did anything yet.';
const NO_ANSWER = 'Nothing in memory answers this.';
const NO_CONTEXT = 'Nothing in memory bears on this yet.';

/** Tokens of one record's text, and of all texts of an answer; of those that are wanted in full, all together. */
const RECORD_TOKENS = 1_000;
const ANSWER_TOKENS = 8_000;
const FULL_TOKENS = 20_000;

/** A memory as a call left it. */
interface KeptRecord {
  id: string;
  record: MemoryRecord;
  redacted: Record<string, number>;
  status?: string;
}

/** Records whole, each under a line with its id; a text of more than 1,000 tokens is cut and says so, unless `full`. */
export function renderRecords({ records, missing }: GetResult, { full = false } = {}): ToolAnswer {
  const count = Math.max(records.length, 1);
  const share = full ? Math.floor(FULL_TOKENS / count) : Math.min(RECORD_TOKENS, Math.floor(ANSWER_TOKENS / count));
  const cut = records.map((record) => ({
    ...record,
    text: truncateTokens(safeText(record.text), share - countTokens(record.title)),
  }));
  const lines = cut.flatMap((record) => [headOf(record), ...detailLines(record), indent(record.text)]);
  const gone = missing.length === 0 ? [] : [`Unknown ids: ${missing.map(plain).join(', ')}.`];
  return answer([...(records.length === 0 ? [] : [LABEL]), ...lines, ...gone], {
    label: LABEL,
    records: cut.map(recordData),
    missing,
  });
}

/** The block of context as it is. */
export function renderContext({ text, notes }: ContextResult): ToolAnswer {
  const label = text === '' ? NO_CONTEXT : LABEL;
  const block = safeText(text);
  return answer([label, ...(block === '' ? [] : [block]), ...noteLines(notes)], {
    label,
    context: block,
    ...notesData(notes),
  });
}

/** The state of the work, as the text that describes it and the files and failures by id. */
export function renderResume({ text, session, state, ids, notes }: ResumeResult): ToolAnswer {
  const label = text === '' ? NO_SESSION : LABEL;
  const safe = safeText(text);
  const facts = state === undefined ? {} : { files: state.files, failing: state.failing };
  return answer([label, ...(safe === '' ? [] : [indent(safe)]), ...noteLines(notes)], {
    label,
    text: safe,
    ...(JSON.parse(JSON.stringify(omitUndefined({ session, ...facts, ids }))) as JsonObject),
    ...notesData(notes),
  });
}

/** The answer to a question in prose, with the ids that it rests on. */
export function renderRecall({ text, ids, notes }: RecallResult): ToolAnswer {
  const label = text === '' ? NO_ANSWER : LABEL;
  const safe = safeText(text);
  return answer([label, ...(safe === '' ? [] : [indent(safe)]), ...noteLines(notes)], {
    label,
    text: safe,
    ids,
    ...notesData(notes),
  });
}

/** The page on a project, and its lines with their ids. */
export function renderProject({ text, sections, notes }: ProjectPage): ToolAnswer {
  const label = text === '' ? 'Nothing is known of this project that its repository does not say.' : LABEL;
  const safe = safeText(text);
  return answer([label, ...(safe === '' ? [] : [indent(safe)]), ...noteLines(notes)], {
    label,
    text: safe,
    sections: sections.map(({ title, lines }) => ({
      title,
      lines: lines.map((line) => ({ text: safeText(line.text), ids: line.ids })),
    })),
    ...notesData(notes),
  });
}

/** What became of a statement. */
export function renderRemembered({ id, status, redacted, supersedes }: RememberResult): ToolAnswer {
  const kinds = Object.keys(redacted);
  const outcome =
    status === 'proposed' ? 'Proposed; it counts as a rule once a person confirms it.' : `It was ${status}.`;
  const secrets = kinds.length === 0 ? '' : ` Secrets were taken out: ${kinds.join(', ')}.`;
  const place = supersedes === undefined ? '' : ` It takes the place of ${supersedes}.`;
  const label = `${outcome}${place}${secrets}`;
  return answer([`${id}: ${label}`], { id, status, label, ...omitUndefined({ supersedes }) });
}

/** What was kept or changed, as it stands now. */
export function renderKept({ id, record, redacted, status = 'updated' }: KeptRecord): ToolAnswer {
  const kinds = Object.keys(redacted);
  const secrets = kinds.length === 0 ? '' : ` Secrets were taken out: ${kinds.join(', ')}.`;
  const label = `${status === 'unchanged' ? 'Nothing was changed' : 'It was kept'}.${secrets}`;
  const shown = renderRecords({ records: [record], missing: [], tokens: 0 });
  return answer([`${id}: ${label}`, shown.text], { ...shown.data, id, status, label });
}

/** What was hidden, what was not found, and how it is shown again. */
export function renderForgotten(result: ForgetResult): ToolAnswer {
  const { state, missing, notes } = result;
  const items = 'sample' in result ? [] : result.items;
  const done = items.length === 0 ? 'Nothing was hidden.' : `Hidden: ${items.join(', ')}.`;
  const gone = missing.length === 0 ? [] : [`Unknown ids: ${missing.map(plain).join(', ')}.`];
  return answer([done, ...gone, ...noteLines(notes)], { label: done, state, items, missing, ...notesData(notes) });
}

function headOf(record: MemoryRecord): string {
  const author = authorName(record);
  const by = author === undefined ? '' : ` by ${plain(author)}`;
  const session = record.sessionId === undefined ? '' : ` in ${record.sessionId}`;
  return `${record.id} ${day(record.at)} ${record.kind}${by}${session}: ${plain(record.title)}`;
}

function detailLines(record: MemoryRecord): string[] {
  const { detail, links = [] } = record;
  const compaction = detail.checkpoint?.compaction ?? detail.compaction;
  const parts: [string, JsonValue | undefined][] = [
    ['status', detail.status],
    ['stands', describeValidity(record)],
    ['confidence', record.confidence],
    ['hidden', detail.hidden],
    ['reason', detail.reason],
    ['rejected instead', detail.alternatives],
    ['files changed', detail.filesChanged],
    ['files read', detail.filesRead],
    ['exit code', detail.exitCode],
    ['open tasks', detail.checkpoint?.openTasks],
    ['failing', detail.checkpoint?.failing?.map(({ command }) => command)],
    ['compaction', compaction === undefined ? undefined : describeCompaction(compaction)],
    ['in words', record.worded?.narrative ?? record.narrative],
    ...links.map(({ relation, id }): [string, string] => [relation, id]),
  ];
  return parts.flatMap(([name, value]) => {
    const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return shown === '' ? [] : [`  ${name}: ${plain(shown)}`];
  });
}

function recordData(record: MemoryRecord): JsonObject {
  const { id, kind, at, author, member, title, text, sessionId, project, agent, detail, eventId, links } = record;
  const { reason, alternatives, status, hidden, filesChanged, filesRead, exitCode } = detail;
  const about = { status, hidden, reason, alternatives, filesChanged, filesRead, exitCode };
  return omitUndefined({
    id,
    kind,
    at,
    author,
    member,
    title: plain(title),
    text,
    ...about,
    ...validityData(record),
    confidence: record.confidence,
    sessionId,
    project,
    agent,
    eventId,
    links,
  });
}
