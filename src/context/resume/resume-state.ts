import type { ResumedFile, ResumeState, ToldOf } from '../../api/answers.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { CheckpointDetail, Item, Sourced } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import type { LaterChange } from '../../store/contract/items.ts';
import type { Store } from '../../store/contract/store.ts';

/** The first prompts of a session that are looked at for its task. */
const FIRST_PROMPTS = 10;

/**
 * The state of a session from its checkpoint, without what was hidden, muted, withdrawn or forgotten since; each file says
 * whether it was changed later.
 */
export async function resumeState(store: Store, state: CheckpointDetail): Promise<ResumeState> {
  const found = await store.items.get(idsOf(state));
  const muted = new Set(found.filter(({ detail }) => detail.muted === true).map(({ id }) => id));
  const items = new Map(
    found
      .filter((item) => item.detail.hidden !== true && !muted.has(item.id) && isCurrentKnowledge(item))
      .map((item) => [item.id, item]),
  );
  const task = (await isTaskMuted(store, state.task, found[0]?.session)) ? undefined : state.task;
  const changed = await store.items.changedSince((state.files ?? []).flatMap(({ by }) => items.get(by) ?? []));
  const told = (list: readonly Sourced[] | undefined): ToldOf[] => (list ?? []).flatMap((one) => toldOf(one, items));
  const prompt = (id: ItemId | undefined): ToldOf | undefined => {
    const item = id === undefined ? undefined : items.get(id);
    return item === undefined ? undefined : { text: requestText(item), ids: [item.id], author: item.author };
  };
  const [last, ...before] = (state.prompts ?? []).flatMap((id) => prompt(id) ?? []);
  const stopped = state.stoppedAfter === undefined ? undefined : items.get(state.stoppedAfter.id);
  return {
    ...omitUndefined({ task, lastPrompt: last }),
    promptsBefore: before,
    done: told(state.progress),
    open: told(
      state.openTasks.map((text, i) => ({ text, ids: [state.openIds?.[i]].filter((id) => id !== undefined) })),
    ),
    failing: (state.failing ?? []).flatMap(({ id, command, test, exitCode, tests, at }) =>
      items.has(id) ? [{ id, command, test, at: isoTime(at), ...omitUndefined({ exitCode, tests }) }] : [],
    ),
    questions: told(state.openQuestions),
    nextSteps: told(state.nextSteps),
    decisions: told(state.decisions),
    notes: told(state.notes),
    files: filesOf(state, { items, changed, muted }),
    lastObservations: (state.lastObservations ?? []).flatMap((id) => {
      const item = items.get(id);
      return item === undefined ? [] : [{ id, title: item.title }];
    }),
    ...(state.stoppedAfter === undefined || stopped === undefined
      ? {}
      : { stoppedAfter: state.stoppedAfter, hasEnd: state.endedBy !== undefined }),
  };
}

/** True when the first request of a session, whose words are its task, was muted. */
async function isTaskMuted(store: Store, task: string | undefined, session: SessionId | undefined): Promise<boolean> {
  if (task === undefined || session === undefined) return false;
  const first = await store.items.list({ session, kinds: ['prompt'] }, { limit: FIRST_PROMPTS, oldestFirst: true });
  return first.some((item) => item.detail.muted === true && requestText(item).startsWith(task.replace(/…$/, '')));
}

/** All ids that a state rests on, the most important first. */
export function idsOf(state: CheckpointDetail): ItemId[] {
  const { prompts = [], openIds = [], failing = [], files = [], lastObservations = [], stoppedAfter } = state;
  const lists = [state.openQuestions, state.progress, state.nextSteps, state.decisions, state.notes];
  const sourced = lists.flatMap((list) => (list ?? []).flatMap(({ ids }) => ids));
  const stopped = stoppedAfter === undefined ? [] : [stoppedAfter.id];
  const failed = failing.map(({ id }) => id);
  return [
    ...new Set([
      ...prompts,
      ...openIds,
      ...failed,
      ...stopped,
      ...sourced,
      ...files.map(({ by }) => by),
      ...lastObservations,
    ]),
  ];
}

/** The statement with its source, unless an item that it rests on is gone; an imported statement has no items. */
function toldOf({ text, ids }: Sourced, items: ReadonlyMap<ItemId, Item>): ToldOf[] {
  const [first] = ids;
  if (first === undefined) return [{ text, ids: [] }];
  const item = items.get(first);
  return item === undefined ? [] : [{ text, ids, author: item.author }];
}

function filesOf(
  state: CheckpointDetail,
  {
    items,
    changed,
    muted,
  }: {
    items: ReadonlyMap<ItemId, Item>;
    changed: ReadonlyMap<ItemId, LaterChange>;
    muted: ReadonlySet<ItemId>;
  },
): ResumeState['files'] {
  return state.filesChanged.flatMap((path, i): ResumedFile | [] => {
    const file = state.files?.[i];
    if (file !== undefined && muted.has(file.by)) return [];
    const by = file === undefined ? undefined : items.get(file.by);
    if (file === undefined || by === undefined) return { path };
    const { how = 'changed', edits = 1, added = 0, removed = 0, parts } = file;
    const later = changed.get(by.id);
    return {
      path,
      how,
      edits,
      added,
      removed,
      lastAt: isoTime(by.at),
      by: by.id,
      ...omitUndefined({ parts, changedSince: later && { since: isoTime(later.since), by: later.by } }),
    };
  });
}
