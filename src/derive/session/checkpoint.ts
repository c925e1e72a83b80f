import { type ItemId, itemId, type SessionId } from '../../core/model/ids.ts';
import type { CheckpointDetail, CompactionDetail, Item } from '../../core/model/item.ts';
import { detailOf, makeSessionItem } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import type { DistilledSession, SessionReducer } from './session-reducer.ts';
import { SessionState } from './session-state.ts';

/** Later compactions of one session leave no checkpoint of their own. */
const MAX_COMPACTIONS = 100;

/** Id of the checkpoint that says where a session stands; those of its compactions have others. */
export function checkpointId(session: SessionId): ItemId {
  return itemId('checkpoint', session, ruleName(RULES.checkpoint));
}

/**
 * Where a session stands, and where it stood at each of its compactions. Nothing for a session in which nothing was asked,
 * planned or changed.
 */
export function createCheckpointReducer(session: DistilledSession): SessionReducer {
  const stand = new SessionState();
  const compactions: Item[] = [];
  return {
    take(item) {
      if (item.detail.echo === true) return;
      const { compaction } = item.detail;
      if (compaction === undefined) stand.take(item);
      else if (item.detail.subagent === undefined && compactions.length < MAX_COMPACTIONS) {
        const dropped = { ...compaction, dropped: stand.takeDropped(), by: item.id };
        const made = checkpointItem(session, stand, { at: item.at, from: item.id, compaction: dropped });
        if (made !== undefined) compactions.push(made);
      }
    },
    end() {
      const standing = checkpointItem(session, stand, { at: session.lastAt });
      return { items: standing === undefined ? compactions : [standing, ...compactions], findings: [] };
    },
  };
}

function checkpointItem(
  session: DistilledSession,
  stand: SessionState,
  { at, from, compaction }: { at: number; from?: ItemId; compaction?: CompactionDetail },
): Item | undefined {
  const ended = compaction !== undefined ? 'compaction' : stand.hasEnded(session) ? 'session end' : undefined;
  const detail = stand.detail({
    ...(ended === undefined ? {} : { endedBy: ended }),
    ...(compaction === undefined ? {} : { compaction }),
  });
  const parts = textParts(detail);
  if (parts.length === 0) return undefined;
  const id = from === undefined ? checkpointId(session.id) : itemId('checkpoint', from, ruleName(RULES.checkpoint));
  return makeSessionItem(
    { id, session: session.id, project: session.project, at },
    {
      kind: 'checkpoint',
      rule: RULES.checkpoint,
      author: 'agent',
      exposed: stand.exposed,
      title: `${from === undefined ? 'Session' : 'Compaction in a session'} of ${session.agent}: ${detail.task ?? detail.filesChanged[0] ?? detail.openTasks[0] ?? detail.failing?.[0]?.command ?? ''}`,
      text: parts.join('\n'),
      detail: detailOf({
        checkpoint: detail,
        filesChanged: detail.filesChanged,
        quoted: stand.quotesInTodos ? openSpan(parts) : [],
      }),
    },
  );
}

function textParts(detail: CheckpointDetail): string[] {
  const parts: string[] = [];
  if (detail.task !== undefined) parts.push(`Task: ${detail.task}`);
  if (detail.openTasks.length > 0) parts.push(['Open:', ...detail.openTasks].join('\n'));
  if (detail.lastPrompt !== undefined && detail.lastPrompt !== detail.task)
    parts.push(`Last prompt: ${detail.lastPrompt}`);
  if (detail.filesChanged.length > 0) parts.push(['Files changed:', ...detail.filesChanged].join('\n'));
  // Where nothing was asked, planned or changed, what fails is all there is to go on from.
  const failing = (detail.failing ?? []).map(({ command }) => command);
  if (parts.length === 0 && failing.length > 0) parts.push(['Failing:', ...failing].join('\n'));
  return parts;
}

/** Where the open tasks stand in the text. */
function openSpan(parts: readonly string[]): [number, number][] {
  const at = parts.findIndex((part) => part.startsWith('Open:'));
  if (at < 0) return [];
  const start = parts.slice(0, at).reduce((sum, part) => sum + part.length + 1, 0);
  return [[start, start + (parts[at]?.length ?? 0)]];
}
