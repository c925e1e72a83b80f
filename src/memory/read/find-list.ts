import type { ListResult } from '../../api/answers.ts';
import type { ListInput } from '../../api/requests.ts';
import { LIST_NARROWS } from '../../api/resources.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { listItems, listProjects, listSessions } from '../../retrieval/entries/list.ts';
import { itemsOfIssue } from '../../retrieval/query/issue-items.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { withStoredPath } from '../../retrieval/query/resolve-path.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { SessionFilter } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { mutedIds } from './muted-ids.ts';

const LISTED = 20;
/** Upper bound on the memories about a file, or of a concept, by which its sessions are found, the latest ones. */
const NAMING = 1_000;
/** Lists items, sessions or projects, newest first, by pages. */
export async function findList(store: Store, input: ListInput, place: FilterEnvironment): Promise<ListResult> {
  const { kinds, status, muted, hidden, failed, outcome, title, issue, limit, cursor, ...narrow } = input;
  const page = omitUndefined({ limit: Math.min(Math.max(Math.trunc(limit ?? LISTED), 1), LIMITS.hitsMax), cursor });
  const [first] = kinds ?? [];
  if (first === 'session' || first === 'project') {
    refuseOthers(first, { ...narrow, status, muted, hidden, failed, outcome, title, issue });
    if (first === 'project') return listProjects(store);
    const { session, project, agent, since, until, file, concept } = await resolveFilter(store, narrow, place);
    const named = await sessionsAsked(store, issue, omitUndefined({ project, session, file, concept }));
    const ids = named ?? (session === undefined ? undefined : [session]);
    return listSessions(
      store,
      omitUndefined({ ids, project, agent, since, until, outcome, title }) as SessionFilter,
      page,
    );
  }
  refuseOfSessions({ outcome, title });
  const filter = await resolveFilter(
    store,
    omitUndefined({ ...narrow, kinds: kinds as ItemKind[] | undefined }),
    place,
  );
  const ids = await idsAsked(store, { muted, issue }, filter);
  const marked = {
    status: status && [status],
    hidden: hidden === true ? ('only' as const) : undefined,
    ids,
    failed: failed === true ? failed : undefined,
  };
  return listItems(store, { ...filter, ...omitUndefined(marked) }, page);
}

/** The ids to which what a person muted, and what names an issue, narrow a list. */
async function idsAsked(
  store: Store,
  { muted, issue }: { muted: boolean | undefined; issue: string | undefined },
  filter: ItemFilter,
): Promise<ItemId[] | undefined> {
  const naming = issue === undefined ? undefined : (await itemsOfIssue(store, issue, filter)).map(({ id }) => id);
  if (muted !== true) return naming;
  const ids = await mutedIds(store);
  return naming === undefined ? ids : ids.filter((id) => naming.includes(id));
}

/** The sessions to which an issue, a file and a concept narrow a list, by the memories that name them; `undefined` without any. */
async function sessionsAsked(
  store: Store,
  issue: string | undefined,
  { file, concept, ...where }: ItemFilter,
): Promise<SessionId[] | undefined> {
  const found: SessionId[][] = [];
  const listed = async (filter: ItemFilter) => sessionsOf(await store.items.list(filter, { limit: NAMING }));
  if (file !== undefined) found.push(await listed(await withStoredPath(store, { ...where, file })));
  if (concept !== undefined) found.push(await listed({ ...where, concept }));
  if (issue !== undefined) found.push(sessionsOf(await itemsOfIssue(store, issue, where)));
  const [first, ...others] = found;
  return first?.filter((id) => others.every((ids) => ids.includes(id)));
}

function sessionsOf(items: readonly Item[]): SessionId[] {
  return [...new Set(items.flatMap(({ session }) => session ?? []))];
}

function refuseOfSessions(narrow: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(narrow).find((name) => narrow[name] !== undefined);
  if (given === undefined) return;
  throw new CairnError('invalid_input', `list: ${given} narrows a list of sessions alone.`, {
    fix: 'Ask for kinds: ["session"].',
  });
}

function refuseOthers(kind: 'session' | 'project', narrow: Readonly<Record<string, unknown>>): void {
  const known: readonly string[] = LIST_NARROWS[kind];
  const other = Object.keys(narrow).find((name) => narrow[name] !== undefined && !known.includes(name));
  if (other === undefined) return;
  throw new CairnError('invalid_input', `list: ${other} does not narrow a list of ${kind}s.`, {
    fix: known.length === 0 ? `Leave ${other} out.` : `Narrow it by ${known.join(', ')}.`,
  });
}
