import type { JsonObject, JsonValue } from '../core/json.ts';
import { detailOfKind, type Item, type Sourced, type SummaryDetail } from '../core/model/item.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isoTime } from '../core/text/calendar.ts';
import { cutText } from '../core/text/text.ts';
import { sanitize } from '../privacy/sanitize.ts';
import type { ProjectRow, SessionRow } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { shareKindOf } from '../sync/share-kinds.ts';
import { withoutHome } from '../sync/to-memory.ts';
import { readWithheld } from '../sync/withheld-memories.ts';
import type { WaitingMessage } from './webhook-state.ts';

/** What writing a message needs: which projects are excluded, by a folder; `userHome` is named `~`. */
export interface MessageDeps {
  store: Pick<Store, 'log' | 'items' | 'sync' | 'distilled'>;
  isExcluded: (folder: string) => boolean;
  userHome: string;
}

/** Upper bounds on a text, a text of a list, and a list. */
const TEXT_CHARS = 2_000;
const ENTRY_CHARS = 400;
const ENTRIES = 10;

/**
 * The body of a message, made of what is remembered now: redacted again, without paths of this machine. `undefined` for what is
 * gone, hidden or kept private since, for a statement or a summary that may repeat such, and for what is of a project that is excluded.
 */
export async function toMessage(deps: MessageDeps, message: WaitingMessage): Promise<JsonObject | undefined> {
  const { store, isExcluded, userHome } = deps;
  const { session: id, item: itemId, event: eventId } = message;
  const [session] = id === undefined ? [] : await store.log.sessions({ ids: [id], limit: 1 });
  const [item] = itemId === undefined ? [] : await store.items.get([itemId]);
  const [event] = eventId === undefined ? [] : await store.log.events([eventId]);
  if (id !== undefined && session === undefined) return undefined;
  const project = await projectOf(store, item?.project ?? event?.project ?? session?.project);
  const folders = [project?.root, session?.cwd].filter((folder) => folder !== undefined);
  if (folders.some(isExcluded)) return undefined;
  const kept = item === undefined ? new Set() : await store.sync.privateAmong([item.id]);
  if (kept.size > 0) return undefined;
  if (item !== undefined && (message.type === 'summary.ready' || message.type === 'knowledge.added')) {
    if ((await (await readWithheld(store)).among([item])).size > 0) return undefined;
  }
  const said = wordsOf(message, { item, error: event?.body.kind === 'turn.failed' ? event.body.error : undefined });
  if (said === undefined) return undefined;
  const data = omitUndefined({ project: project && shownProject(project), session: session && shownSession(session) });
  const clean = sanitize(withoutHome({ ...data, ...said } as JsonObject, userHome), { maxChars: TEXT_CHARS });
  return { type: message.type, timestamp: isoTime(message.at), data: clean.value };
}

async function projectOf({ log }: MessageDeps['store'], id: string | undefined): Promise<ProjectRow | undefined> {
  return id === undefined ? undefined : (await log.projects()).find((row) => row.id === id);
}

function shownProject({ id, name, remote }: ProjectRow): JsonObject {
  return { id, name, ...omitUndefined({ remote }) };
}

function shownSession({ id, agent, branch, startedAt, endedAt }: SessionRow): JsonObject {
  const times = { startedAt: isoTime(startedAt), endedAt: endedAt === undefined ? undefined : isoTime(endedAt) };
  return { id, agent, ...omitUndefined({ branch, ...times }) };
}

/** What a message says beside its place; `undefined` where there is nothing to be said any more. */
function wordsOf(
  { type }: WaitingMessage,
  { item, error }: { item: Item | undefined; error: string | undefined },
): JsonObject | undefined {
  switch (type) {
    case 'session.started':
    case 'session.ended':
      return {};
    case 'turn.failed':
      return error === undefined ? undefined : { error: cutText(error, TEXT_CHARS) };
    case 'knowledge.added':
      return item !== undefined && shareKindOf(item) === 'knowledge' ? { knowledge: shownKnowledge(item) } : undefined;
    case 'command.failed':
      return item === undefined ? undefined : shownFailure(item);
    case 'summary.ready':
      return item === undefined ? undefined : shownSummary(item);
  }
}

function shownKnowledge(item: Item): JsonObject {
  const { knowledge, status, reason } = detailOfKind(item, 'knowledge');
  const { id, author, title, text } = item;
  return { id, author, title, text, ...omitUndefined({ kind: knowledge, status, reason }) };
}

function shownFailure(item: Item): JsonObject | undefined {
  const { failure, exitCode } = detailOfKind(item, 'observation');
  if (failure === undefined || item.detail.hidden === true || item.detail.retired !== undefined) return undefined;
  const { line, stage, tests } = failure;
  const shown = { id: item.id, title: item.title, line: cutText(line, TEXT_CHARS) };
  return { failure: { ...shown, ...omitUndefined({ exitCode, stage, tests: tests && entriesOf(tests) }) } };
}

function shownSummary(item: Item): JsonObject | undefined {
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined || shareKindOf(item) !== 'summaries') return undefined;
  const { outcome, brief, title } = summary;
  return {
    summary: {
      id: item.id,
      title: title?.text ?? item.title,
      outcome,
      brief,
      ...sentencesOf(summary),
    },
  };
}

function sentencesOf({ request, completed, decisions, problemsSolved, nextSteps }: SummaryDetail): JsonObject {
  const texts = (list: readonly Sourced[]): JsonValue => entriesOf(list.map(({ text }) => text));
  return {
    request: texts(request),
    completed: texts(completed),
    decisions: texts(decisions),
    problemsSolved: texts(problemsSolved),
    nextSteps: texts(nextSteps),
  };
}

function entriesOf(texts: readonly string[]): string[] {
  return texts.slice(0, ENTRIES).map((text) => cutText(text, ENTRY_CHARS));
}
