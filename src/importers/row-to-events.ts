import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import type { EventBody, ToolEnd } from '../core/model/event.ts';
import type { ImportedRow, ImportedSession, ImporterTable } from './contract.ts';
import { noteRow } from './note-row.ts';
import { type SourceRow, textIn, timeIn } from './source-row.ts';

/** Columns in which products store the creation time of a row. */
const MADE = ['created_at_epoch', 'created_at'] as const;

const WITHOUT_WORDS = 'without words';

/** The session, folder and project to which a row belongs. */
export type RowContext = Pick<ImportedRow, 'session' | 'folder' | 'project' | 'subagent' | 'key'> & {
  startedAt?: number | undefined;
  /** Columns with the row's time, tried before those that most tables have. */
  times?: readonly string[];
};

/** The context of a row: that of its session, when it is known, and the row's own columns. */
export function place(row: SourceRow, session: ImportedSession | undefined, columns: readonly string[]): RowContext {
  return {
    session: session?.id ?? textIn(row, ...columns) ?? 'unknown',
    folder: session?.folder ?? textIn(row, 'cwd', 'project_path'),
    project: textIn(row, 'project') ?? session?.project,
    startedAt: session?.startedAt,
  };
}

/** The events of a row that reports one event; its time is the row's, else the start of its session. */
export function one(
  row: SourceRow,
  { startedAt, times = [], ...where }: RowContext,
  body: EventBody | string,
): ImportedRow[] | string {
  if (typeof body === 'string') return body;
  const at = timeIn(row, ...times, ...MADE) ?? startedAt;
  return at === undefined ? 'without a date' : [{ ...where, at, body }];
}

/** What a table's rows report: one event each, of the session that the first of some columns names. */
export interface RowReader {
  body(row: SourceRow): EventBody | string;
  /** Further parts of a row's place, from its columns. */
  where?(row: SourceRow): Partial<RowContext>;
  /** The key of the row's session; by default what the columns hold. */
  keyOf?(row: SourceRow): string | undefined;
}

/** A table whose rows each report one event. */
export function rowTable(name: string, columns: readonly string[], { body, where, keyOf }: RowReader): ImporterTable {
  return {
    name,
    read(row, find) {
      const session = find(keyOf === undefined ? textIn(row, ...columns) : keyOf(row));
      return one(row, { ...place(row, session, columns), ...where?.(row) }, body(row));
    },
  };
}

/** The table of a product's sessions; its rows are found by `columns`, and `ends` are the columns with the end. */
export function sessionTable(name: string, columns: readonly string[], ends: readonly string[]): ImporterTable {
  return { name, read: (row, find) => sessionEvents(row, find(textIn(row, ...columns)), ends) };
}

/** The key of a session whose number a column holds, apart from its id. */
export function numberKey(row: SourceRow, column: string): string | undefined {
  const number = textIn(row, column);
  return number === undefined ? undefined : `#${number}`;
}

/** Sessions by their ids and further keys; a row without an id is left out. */
export function sessionsOf(
  rows: readonly SourceRow[],
  toSession: (row: SourceRow) => Omit<ImportedSession, 'id'> & { id: string | undefined },
  keysOf: (row: SourceRow) => (string | undefined)[] = () => [],
): Map<string, ImportedSession> {
  const found = new Map<string, ImportedSession>();
  for (const row of rows) {
    const { id, ...rest } = toSession(row);
    if (id === undefined) continue;
    const session = { id, ...rest };
    for (const key of [id, ...keysOf(row)]) if (key !== undefined) found.set(key, session);
  }
  return found;
}

/**
 * The events of a session's row: its start, its first prompt unless prompts have rows of their own, and its end if
 * stored.
 */
export function sessionEvents(
  row: SourceRow,
  session: ImportedSession | undefined,
  ends: readonly string[],
): ImportedRow[] | string {
  if (session === undefined) return 'without an id';
  const { id, folder, project, startedAt, asked } = session;
  if (startedAt === undefined) return 'without a date';
  const where = { session: id, folder, project };
  const events: ImportedRow[] = [
    { ...where, at: startedAt, key: 'start', body: { kind: 'session.start', trigger: 'startup' } },
  ];
  const first = asked === true ? WITHOUT_WORDS : promptOf(textIn(row, 'user_prompt'));
  if (typeof first !== 'string') events.push({ ...where, at: startedAt, body: first });
  const endedAt = timeIn(row, ...ends);
  const reason = textIn(row, 'status') ?? 'other';
  if (endedAt !== undefined) events.push({ ...where, at: endedAt, key: 'end', body: { kind: 'session.end', reason } });
  return events;
}

/** A tool call from the columns that products have in common; a string is the reason why there is none. */
export function toolCall(
  row: SourceRow,
  { output, failed }: { output: string; failed?: string | undefined },
): ToolEnd | string {
  const tool = textIn(row, 'tool_name');
  if (tool === undefined) return 'without a tool';
  const given = textIn(row, 'tool_input');
  const input = given === undefined ? {} : parseJson(given);
  const answer = failed ?? textIn(row, output) ?? '';
  const result = /^\s*[{[]/.test(answer) ? parseJson(answer) : undefined;
  const text = isJsonObject(result) ? (outputOf(result) ?? answer) : answer;
  return {
    kind: 'tool.end',
    tool,
    input: isJsonObject(input) ? input : { input: given ?? '' },
    output: text,
    success: failed === undefined && !(isJsonObject(result) && saysFailed(result)),
    ...(isJsonObject(result) && text !== answer ? { result } : {}),
  };
}

/** The text of a structured answer, from the fields that usually contain it. */
function outputOf(result: JsonObject): string | undefined {
  const { stdout, stderr, output, content } = result;
  if (typeof stdout === 'string')
    return [stdout, stderr].filter((part) => typeof part === 'string' && part !== '').join('\n');
  return [output, content].find((part) => typeof part === 'string');
}

function saysFailed({ is_error, isError, success, error }: JsonObject): boolean {
  return is_error === true || isError === true || success === false || (typeof error === 'string' && error !== '');
}

/** A prompt. No product stores who typed it: its origin is `unknown`, which counts as an agent's. */
export function promptOf(text: string | undefined): EventBody | string {
  return text === undefined ? WITHOUT_WORDS : { kind: 'prompt', text, origin: 'unknown' };
}

/** A message of a conversation, by the role of its author. */
export function messageOf(role: string | undefined, text: string | undefined): EventBody | string {
  if (text === undefined) return WITHOUT_WORDS;
  if (role === 'assistant') return { kind: 'message', text };
  return { kind: 'prompt', text, origin: role === 'system' ? 'system' : 'unknown' };
}

/** A checkpoint: where a session stood. */
export function checkpointOf({
  task,
  text,
  ...state
}: {
  task: string | undefined;
  text: string | undefined;
  openTasks: readonly string[];
  filesChanged: string[];
  progressed: boolean;
}): EventBody | string {
  const openTasks = state.openTasks.map((open) => open.trim()).filter((open) => open !== '');
  const checkpoint = { ...(task === undefined ? {} : { task }), ...state, openTasks };
  return noteRow({ item: 'checkpoint', title: task, text, detail: { filesChanged: state.filesChanged, checkpoint } });
}
