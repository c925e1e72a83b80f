import type { SessionResult, SessionSnippet, SessionSummary } from '../../api/session-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isIssueName } from '../../core/text/issue-names.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { topicsAndTags, toTag } from '../../retrieval/entries/session-tags.ts';
import { untitled } from '../../retrieval/entries/session-titles.ts';
import { writtenSummary } from '../../retrieval/entries/written-summary.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';

/** Upper bound on the topics, on the snippets and on the issues of one session; concepts among which issues are looked for. */
const MOST = 20;
const CONCEPTS_READ = 500;

/** A session by its summary. Throws `not_found` for an id of no session. */
export async function findSession(store: Store, { id }: { id: string }): Promise<SessionResult> {
  const session = await resolveSession(store, id);
  const [row] = await store.log.sessions({ ids: [session], limit: 1 });
  if (row === undefined)
    throw new CairnError('not_found', `There is no session ${session}.`, { fix: 'cairn sessions' });
  const [summary] = await store.items.get([summaryId(session)]);
  const written = await writtenSummary(store, session);
  const checkpoint = await latestCheckpoint(store, session);
  const { topics, tags } = await topicsAndTags(store, session);
  const snippets = (await ofKind(store, row, 'snippet')).map(toSnippet);
  const told = summary === undefined ? undefined : toSummary(summary);
  return {
    ...sessionPlace(row),
    title: written?.title ?? summary?.title ?? untitled(row, checkpoint),
    exposed: row.exposedAt !== undefined,
    topics: topics.slice(0, MOST).map((topic) => ({ id: topic.id, title: topic.title })),
    tags: tags.map(toTag),
    snippets: snippets.filter((snippet) => snippet !== undefined),
    issues: await issuesOf(store, session),
    tokens: countTokens(JSON.stringify([told ?? '', written?.text ?? '', snippets])),
    ...omitUndefined({ summary: told, written: written && toWritten(written), checkpoint: checkpoint?.id }),
  };
}

/** The issues that a session names, those named most first. */
async function issuesOf(store: Store, session: SessionRow['id']): Promise<string[]> {
  const concepts = await store.figures.concepts({ session }, CONCEPTS_READ);
  const names = concepts.map(({ name }) => name).filter(isIssueName);
  return names.slice(0, MOST);
}

/** Where and when a session was. */
export function sessionPlace({ id, agent, agentSession, project, cwd, startedAt, lastAt, endedAt }: SessionRow) {
  return {
    id,
    agent,
    ref: agentSession,
    startedAt: new Date(startedAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    ...omitUndefined({ project, cwd, endedAt: endedAt === undefined ? undefined : new Date(endedAt).toISOString() }),
  };
}

async function ofKind(store: Store, { id }: SessionRow, kind: ItemKind): Promise<Item[]> {
  return store.items.list({ session: id, kinds: [kind] }, { limit: MOST, oldestFirst: true });
}

function toSummary(item: Item): SessionSummary | undefined {
  const { id, at, text, author, exposed, rule } = item;
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined) return undefined;
  return { id, at: new Date(at).toISOString(), text, author, exposed, rule, ...summary };
}

function toWritten({ id, at, title, text, author, exposed }: Item): NonNullable<SessionResult['written']> {
  return { id, at: new Date(at).toISOString(), title, text, author, exposed };
}

function toSnippet(item: Item): SessionSnippet | undefined {
  const { id, at, title, text } = item;
  const { snippet } = detailOfKind(item, 'snippet');
  return snippet === undefined ? undefined : { id, at: new Date(at).toISOString(), title, text, ...snippet };
}
