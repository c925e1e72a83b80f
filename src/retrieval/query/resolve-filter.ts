import type { Filter } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { isPublicId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { parseEnd, parsePast } from './parse-time.ts';
import { resolveIds, sessionOf } from './resolve-id.ts';
import { selectProject } from './select-project.ts';

/** The context in which a filter is resolved: `now` in milliseconds since 1970, and the person's home folder. */
export interface FilterEnvironment {
  now: number;
  userHome: string;
}

/**
 * Turns a caller's filter into the store's. Throws `not_found` for an unknown session, `invalid_input` for a malformed
 * time.
 */
export async function resolveFilter(store: Store, filter: Filter, place: FilterEnvironment): Promise<ItemFilter> {
  const { kinds, meaning, category, project, agent, session, file, concept, since, until } = filter;
  const chosen = project === undefined || project === '*' ? undefined : project;
  return omitUndefined({
    kinds: kinds === undefined || kinds.length === 0 ? undefined : kinds,
    meanings: meaning === undefined ? undefined : [meaning],
    categories: category === undefined ? undefined : [category],
    project: await selectProject(store, chosen, place.userHome),
    agent,
    session: session === undefined ? undefined : await resolveSession(store, session),
    file,
    concept,
    since: since === undefined ? undefined : parsePast(since, 'since', place.now),
    until: until === undefined ? undefined : parseEnd(until, 'until', place.now),
  }) as ItemFilter;
}

/**
 * The session that an id names: by its own id, the agent's id for it, or the id of something that belongs to it. Throws
 * `not_found` when there is none.
 */
export async function resolveSession(store: Store, id: string): Promise<SessionId> {
  const named = isPublicId(id) ? (await resolveIds(store, [id])).get(id) : undefined;
  const session = named === undefined ? undefined : sessionOf(named);
  if (session !== undefined) return session;
  const [latest] = await store.log.sessions({ named: id, limit: 1 });
  if (latest !== undefined) return latest.id;
  const why = named === undefined ? 'names nothing here' : 'belongs to no session';
  throw new CairnError('not_found', `session: ${JSON.stringify(id.slice(0, 60))} ${why}.`, {
    fix: 'Give the id of a session, as `cairn sessions` lists them, or of anything that happened in one.',
  });
}
