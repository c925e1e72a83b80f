import type { Entry } from '../../api/answers.ts';
import type { ItemOf } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { ITEM_KINDS } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { formatMinute, isoTime } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { cutTokens } from '../../core/text/truncate-tokens.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import type { ProjectRow, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { sayable } from '../validity/trust.ts';
import { ENTRY_TOKENS } from './entry.ts';
import { latestCheckpoints } from './latest-checkpoint.ts';
import { sessionFigures } from './session-figures.ts';
import { titleIn, untitled } from './session-titles.ts';

const MAX_FILES = 8;

/** Sessions as entries, in their order: their titles, counts by kind, the files changed. */
export async function sessionEntries(store: Store, sessions: readonly SessionRow[]): Promise<Entry[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map((session) => session.id);
  const counts = await store.items.countBySession(ids);
  const summaries = new Map((await lookUp(ids.map(summaryId), store.items.get)).map((item) => [item.id, item]));
  const checkpoints = await latestCheckpoints(store, ids);
  const told = await store.meter.tokensOf(ids);
  const entries: Entry[] = [];
  for (const session of sessions) {
    const checkpoint = checkpoints.get(session.id);
    const summary = summaries.get(summaryId(session.id));
    const title = titleIn(summary) ?? untitled(session, checkpoint);
    const figures = sessionFigures(session, { summary, checkpoint, told: told.get(session.id) });
    entries.push({ ...sessionEntry({ session, title }, checkpoint, counts.get(session.id) ?? {}), session: figures });
  }
  return entries;
}

/** A project as an entry: its name, its root and when it was last active. */
export async function projectEntry(store: Store, project: ProjectRow): Promise<Entry> {
  const [last] = await store.log.sessions({ project: project.id, limit: 1 });
  const where = [...new Set([project.identity, project.root])].filter((part) => part !== undefined).join(', ');
  const { id, root, joined } = project;
  const entry = { id, kind: 'project', project: id, at: isoTime(last?.lastAt ?? 0) } as const;
  return { ...shortly(entry, { title: project.name, snippet: where }), ...omitUndefined({ root, joined }) };
}

function sessionEntry(
  { session, title }: { session: SessionRow; title: string },
  checkpoint: ItemOf<'checkpoint'> | undefined,
  counts: Partial<Record<ItemKind, number>>,
): Entry {
  const place = {
    id: session.id,
    kind: 'session' as const,
    sessionId: session.id,
    project: session.project,
    agent: session.agent,
    at: isoTime(session.lastAt),
  };
  return shortly(place, { title, snippet: aboutSession(session, checkpoint, counts) });
}

function aboutSession(
  session: SessionRow,
  checkpoint: ItemOf<'checkpoint'> | undefined,
  counts: Partial<Record<ItemKind, number>>,
): string {
  const kinds = ITEM_KINDS.filter((kind) => kind !== 'checkpoint' && (counts[kind] ?? 0) > 0);
  const made = kinds.map((kind) => kindCount(kind, counts[kind] ?? 0)).join(', ');
  const files = checkpoint?.detail.checkpoint?.filesChanged ?? [];
  const parts = [
    `from ${formatMinute(isoTime(session.startedAt))}`,
    made,
    ...(files.length === 0 ? [] : [`changed ${files.slice(0, MAX_FILES).join(', ')}`]),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function kindCount(kind: ItemKind, n: number): string {
  return kind === 'knowledge' ? `${formatCounted(n, 'piece')} of knowledge` : formatCounted(n, kind);
}

function shortly(
  place: { [Field in keyof Omit<Entry, 'title' | 'snippet' | 'tokens'>]: Entry[Field] | undefined } & {
    id: string;
    kind: Entry['kind'];
    at: string;
  },
  words: { title: string; snippet: string },
): Entry {
  const title = cutTokens(sayable(words.title), ENTRY_TOKENS.title);
  const snippet = cutTokens(sayable(words.snippet), ENTRY_TOKENS.all - countTokens(title) - 1);
  return omitUndefined({ ...place, title, snippet, tokens: countTokens(`${title}\n${snippet}`) }) as Entry;
}
