import type { WhyLines, WhyResult } from '../../api/work-answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { answer, LABEL, noteLines, notesData, plain, type ToolAnswer } from './text.ts';

/** Upper bound on the stretches of an answer: an agent asks about a place, not about a file. */
const STRETCHES = 12;

/** Stretches of lines, each with what led to it below. */
export function renderWhy({ path, lines, notes }: WhyResult): ToolAnswer {
  const label = `${plain(path)}, lines ${lines[0]?.from ?? 0}-${lines.at(-1)?.to ?? 0}:`;
  const shown = lines.slice(0, STRETCHES);
  const more = lines.length > STRETCHES ? [`(${lines.length - STRETCHES} more: ask about a line)`] : [];
  return answer([LABEL, label, ...shown.flatMap(stretchLines), ...more, ...noteLines(notes)], {
    label,
    lines: shown.map(stretchData),
    ...notesData(notes),
  });
}

function stretchLines(stretch: WhyLines): string[] {
  const { from, to, text, confidence, because, commit, original, session, asked, lastPrompt, issues = [] } = stretch;
  const head = `${from}${to > from ? `-${to}` : ''}: ${plain(text)}`;
  const made =
    commit === undefined
      ? 'not committed'
      : `commit ${commit.hash.slice(0, 10)} "${plain(commit.subject)}", ${commit.at}`;
  if (confidence === 'unknown') return [head, `  not known: ${plain(because)}; ${made}`];
  return [
    head,
    ...(asked === undefined ? [] : [`  asked: "${plain(asked.text)}" [${asked.id}]`]),
    ...(lastPrompt === undefined ? [] : [`  then: "${plain(lastPrompt.text)}"`]),
    ...(session === undefined
      ? []
      : [`  session: ${plain(session.title)} [${session.id}], ${session.agent}, ${session.at}`]),
    `  ${confidence}: ${plain(because)}; ${made}`,
    ...(original === undefined ? [] : [`  made as: commit ${original.hash.slice(0, 10)} "${plain(original.subject)}"`]),
    ...(issues.length === 0 ? [] : [`  issues: ${issues.map(plain).join(', ')}`]),
    ...entryLines('decided', stretch.decisions),
    ...entryLines('rejected', stretch.rejected),
    ...entryLines('failed', stretch.failures),
  ];
}

function entryLines(name: string, entries: WhyLines['decisions'] = []): string[] {
  return entries.map(({ id, title }) => `  ${name}: ${plain(title)} [${id}]`);
}

function stretchData(stretch: WhyLines): JsonObject {
  const {
    from,
    to,
    confidence,
    because,
    commit,
    original,
    session,
    asked,
    decisions = [],
    rejected = [],
    failures = [],
    issues,
  } = stretch;
  const titles = (entries: typeof decisions) => entries.map(({ id, title }) => ({ id, title: plain(title) }));
  return omitUndefined({
    from,
    to,
    confidence,
    because: plain(because),
    commit: commit?.hash,
    original: original?.hash,
    session: session?.id,
    asked: asked === undefined ? undefined : { id: asked.id, text: plain(asked.text) },
    decisions: titles(decisions),
    rejected: titles(rejected),
    failures: titles(failures),
    issues,
  });
}
