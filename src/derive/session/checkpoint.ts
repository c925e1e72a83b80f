import { type ItemId, itemId, type SessionId } from '../../core/model/ids.ts';
import type { CheckpointDetail, CompactionDetail, Item, ItemOf } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { detailOf, makeSessionItem } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import { ownPath } from '../provenance/tellable.ts';
import type { DistilledSession, SessionReducer } from './session-reducer.ts';
import { SessionState } from './session-state.ts';

/** Upper bound on the checkpoints of compactions in one session. */
const MAX_COMPACTIONS = 100;

/** Id of the checkpoint of a session's current state; the checkpoints of its compactions have ids of their own. */
export function checkpointId(session: SessionId): ItemId {
  return itemId('checkpoint', session, ruleName(RULES.checkpoint));
}

/**
 * Reduces a session to the checkpoint of its current state, and to one for each of its first 100 compactions. None for a session
 * in which nothing was asked, planned, changed or failed.
 */
export function createCheckpointReducer(session: DistilledSession): SessionReducer {
  const state = new SessionState();
  const compactions: ItemOf<'checkpoint'>[] = [];
  return {
    take(item) {
      if (item.detail.echo === true) return;
      const { compaction } = detailOfKind(item, 'summary');
      if (compaction === undefined) state.take(item);
      else if (item.detail.subagent === undefined && compactions.length < MAX_COMPACTIONS) {
        const dropped = { ...compaction, dropped: state.takeDropped(), by: item.id };
        const made = checkpointItem(session, state, { at: item.at, from: item.id, compaction: dropped });
        if (made !== undefined) compactions.push(made);
      }
    },
    end() {
      const current = checkpointItem(session, state, { at: session.lastAt });
      return { items: current === undefined ? compactions : [current, ...compactions], findings: [] };
    },
  };
}

/** The checkpoint of a session's current state, from some or all of its items in any order; `undefined` when it has none. */
export function deriveCheckpoint(session: DistilledSession, items: readonly Item[]): Item | undefined {
  const reducer = createCheckpointReducer(session);
  const ordered = items
    .filter((item) => item.session === session.id)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  for (const item of ordered) reducer.take(item);
  return reducer.end().items.find((item) => detailOfKind(item, 'checkpoint').checkpoint?.compaction === undefined);
}

function checkpointItem(
  session: DistilledSession,
  state: SessionState,
  { at, from, compaction }: { at: number; from?: ItemId; compaction?: CompactionDetail },
): ItemOf<'checkpoint'> | undefined {
  const ended = compaction !== undefined ? 'compaction' : state.hasEnded(session) ? 'session end' : undefined;
  const detail = state.detail(omitUndefined({ endedBy: ended, compaction }));
  const parts = textParts(detail);
  if (parts.length === 0) return undefined;
  const about =
    detail.task ?? detail.filesChanged.map(ownPath)[0] ?? detail.openTasks[0] ?? detail.failing?.[0]?.command ?? '';
  return makeSessionItem({
    id: from === undefined ? checkpointId(session.id) : itemId('checkpoint', from, ruleName(RULES.checkpoint)),
    session: session.id,
    project: session.project,
    at,
    kind: 'checkpoint',
    rule: RULES.checkpoint,
    author: 'agent',
    exposed: state.exposed,
    title: `${from === undefined ? 'Session' : 'Compaction in a session'} of ${session.agent}: ${about}`,
    text: parts.join('\n'),
    detail: detailOf<'checkpoint'>({
      checkpoint: detail,
      filesChanged: detail.filesChanged,
      quoted: state.quotesInTodos ? openSpan(parts) : [],
    }),
  });
}

function textParts(detail: CheckpointDetail): string[] {
  const parts: string[] = [];
  if (detail.task !== undefined) parts.push(`Task: ${detail.task}`);
  if (detail.openTasks.length > 0) parts.push(['Open:', ...detail.openTasks].join('\n'));
  if (detail.lastPrompt !== undefined && detail.lastPrompt !== detail.task)
    parts.push(`Last prompt: ${detail.lastPrompt}`);
  if (detail.filesChanged.length > 0) parts.push(['Files changed:', ...detail.filesChanged.map(ownPath)].join('\n'));
  // Failing commands are shown only where nothing was asked, planned or changed.
  const failing = (detail.failing ?? []).map(({ command }) => command);
  if (parts.length === 0 && failing.length > 0) parts.push(['Failing:', ...failing].join('\n'));
  return parts;
}

/** Span of the open tasks in the text, as a pair of offsets; none when there are none. */
function openSpan(parts: readonly string[]): [number, number][] {
  let start = 0;
  for (const part of parts) {
    if (part.startsWith('Open:')) return [[start, start + part.length]];
    start += part.length + 1;
  }
  return [];
}
