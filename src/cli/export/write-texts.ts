import type { MemoryRecord } from '../../api/answers.ts';
import { memoryMarkdown } from '../../core/text/memory-markdown.ts';
import type { SelectedPart } from './selection.ts';

/** What is written and in what form: JSON with `entries`, `sessions` and `projects`; Markdown with a section a memory. */
export type TextForm = 'json' | 'md';

/** The selection as parts of one text. Equal content gives equal bytes. */
export async function* writeTexts(parts: AsyncIterable<SelectedPart>, form: TextForm): AsyncGenerator<string> {
  if (form === 'json') return yield* jsonTexts(parts);
  yield '# Memories\n';
  for await (const { memories } of parts) for (const record of memories) yield `\n${memoryMarkdown(record)}\n`;
}

async function* jsonTexts(parts: AsyncIterable<SelectedPart>): AsyncGenerator<string> {
  const [sessions, projects]: [MemoryRecord[], MemoryRecord[]] = [[], []];
  let before = '';
  yield '{"entries":[';
  for await (const part of parts) {
    for (const record of part.memories) {
      yield `${before}\n${JSON.stringify(record)}`;
      before = ',';
    }
    sessions.push(...part.sessions);
    projects.push(...part.projects);
  }
  yield `\n],"sessions":${lines(sessions)},"projects":${lines(projects)}}\n`;
}

function lines(records: readonly MemoryRecord[]): string {
  return records.length === 0 ? '[]' : `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]`;
}
