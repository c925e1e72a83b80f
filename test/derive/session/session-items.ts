import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { Item, SummaryDetail } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { createSummaryReducer } from '../../../src/derive/session/summary.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { makeEvent, ROOT, SESSION, toolEnd } from '../make-event.ts';

/** An event of a test session: its body, or the body with other fields of the event. */
export type Happening = EventBody | [EventBody, Partial<StoredEvent>];

/** A prompt of a person. */
export const asks = (text: string): EventBody => ({ kind: 'prompt', text, origin: 'person' });
/** A message of the agent. */
export const says = (text: string): EventBody => ({ kind: 'message', text });
/** A command that succeeded, or with an exit code failed. */
export const runs = (command: string, output = '', exitCode?: number): EventBody =>
  toolEnd('Bash', { command }, { output, ...(exitCode === undefined ? {} : { success: false, exitCode }) });
/** An edit of a file. */
export const edits = (path: string, after = 'b', before = 'a'): EventBody =>
  toolEnd('Edit', { file_path: `${ROOT}/${path}`, old_string: before, new_string: after });
/** A file written whole. */
export const writes = (path: string, content: string): EventBody =>
  toolEnd('Write', { file_path: `${ROOT}/${path}`, content });
/** A file read. */
export const reads = (path: string): EventBody => toolEnd('Read', { file_path: `${ROOT}/${path}` }, { output: 'x' });
/** A call of the agent's todo tool. */
export const plans = (...todos: [string, string][]): EventBody =>
  toolEnd('TodoWrite', { todos: todos.map(([content, status]) => ({ content, status })) });
/** A compaction, with the agent's summary. */
export const compacts = (summary: string): EventBody => ({ kind: 'compact.end', trigger: 'auto', summary });

/** The items of a session's events, one second apart. */
export function itemsOf(...happenings: Happening[]): Item[] {
  return happenings.flatMap((happening, at) => {
    const [body, over] = Array.isArray(happening) ? happening : [happening, {}];
    return deriveEvent(makeEvent(body, { at: at * 1_000, ...over }), { projectRoot: ROOT }).items;
  });
}

/** Everything that the reducer returns for items, which may come in any order. */
export function foldedFrom(items: readonly Item[]): Item[] {
  const ordered = [...items].sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const fold = createSummaryReducer({
    id: SESSION,
    agent: 'claude-code',
    startedAt: 0,
    lastAt: ordered.at(-1)?.at ?? 0,
  });
  for (const item of ordered) fold.take(item);
  return fold.end().items;
}

/** The summary of a session's events; throws when there is none. */
export function summaryOf(...happenings: Happening[]): SummaryDetail & { item: Item } {
  const item = foldedFrom(itemsOf(...happenings)).find(({ kind }) => kind === 'summary');
  const { summary } = flatDetail(item);
  if (item === undefined || summary === undefined) throw new Error('The session gave no summary.');
  return { ...summary, item };
}

/** The texts of sentences. */
export const textsOf = (sentences: readonly { text: string }[]): string[] => sentences.map(({ text }) => text);
