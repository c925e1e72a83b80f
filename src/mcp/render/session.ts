import type { SessionResult } from '../../api/session-answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { answer, indent, LABEL, plain, type ToolAnswer } from './text.ts';

/** A session by its summary, with its topics and where its code and its state are read. */
export function renderSession({ id, agent, title, startedAt, lastAt, ...rest }: SessionResult): ToolAnswer {
  const { summary, written, topics, tags, snippets, issues, checkpoint, exposed } = rest;
  const text = safeText(summary?.text ?? '').trim();
  const named = snippets.map((snippet) => `${snippet.id} ${plain(snippet.title)}`);
  const lines = [
    `${id} by ${plain(agent)}, ${startedAt} to ${lastAt}: ${plain(title)}`,
    ...(written === undefined ? [] : [`  written by ${written.author}:`, indent(safeText(written.text).trim())]),
    text === '' ? '  Nothing is summarised yet.' : indent(text),
    ...(topics.length === 0 ? [] : [`  topics: ${topics.map((topic) => plain(topic.title)).join(', ')}`]),
    ...(tags.length === 0 ? [] : [`  tags: ${tags.map(({ name }) => plain(name)).join(', ')}`]),
    ...(named.length === 0 ? [] : [`  code: ${named.join('; ')}`]),
    ...(issues.length === 0 ? [] : [`  issues: ${issues.map(plain).join(', ')}`]),
    ...(checkpoint === undefined ? [] : [`  state: ${checkpoint}`]),
  ];
  return answer([LABEL, ...lines], {
    label: LABEL,
    session: { id, agent, title: plain(title), startedAt, lastAt, exposed },
    ...(JSON.parse(JSON.stringify(omitUndefined({ summary, written, topics, checkpoint }))) as JsonObject),
    snippets: named,
    issues,
    tags: tags.map(({ name }) => plain(name)),
  });
}
