import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { isPublicId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { ProjectRow, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { type Collection, foldCollection } from './collection-members.ts';

/** The thing that a public id names. */
export type Named =
  | { of: 'item'; item: Item }
  | { of: 'event'; event: StoredEvent }
  | { of: 'session'; session: SessionRow }
  | { of: 'project'; project: ProjectRow }
  | { of: 'collection'; collection: Collection };

/** Looks up public ids of any kind; the map lacks ids that name nothing. */
export async function resolveIds(store: Store, ids: readonly string[]): Promise<Map<string, Named>> {
  const wanted = [...new Set(ids)].filter(isPublicId);
  const named = new Map<string, Named>();
  const rest = wanted.filter((id) => !/^[esrc]_/.test(id)) as ItemId[];
  const events = wanted.filter((id) => id.startsWith('e_')) as EventId[];
  const sessions = wanted.filter((id) => id.startsWith('s_')) as SessionId[];
  const projects = new Set(wanted.filter((id) => id.startsWith('r_')));
  for (const item of await ifAny(rest, () => store.items.get(rest))) named.set(item.id, { of: 'item', item });
  for (const event of await ifAny(events, () => store.log.events(events))) named.set(event.id, { of: 'event', event });
  const rows = await ifAny(sessions, () => store.log.sessions({ ids: sessions, limit: sessions.length }));
  for (const session of rows) named.set(session.id, { of: 'session', session });
  for (const project of await ifAny([...projects], () => store.log.projects())) {
    if (projects.has(project.id)) named.set(project.id, { of: 'project', project });
  }
  for (const id of wanted.filter((one) => one.startsWith('c_'))) {
    const collection = foldCollection(await store.log.about([id]));
    if (collection !== undefined) named.set(id, { of: 'collection', collection });
  }
  return named;
}

/** The session that something belongs to, if any; for a pattern, the session in which it was last seen. */
export function sessionOf(named: Named): SessionId | undefined {
  return (
    placeOf(named).session ??
    (named.of === 'item' ? detailOfKind(named.item, 'pattern').pattern?.lastSession : undefined)
  );
}

/** Where something happened: its session and project. */
export function placeOf(named: Named): { session?: SessionId | undefined; project?: ProjectId | undefined } {
  switch (named.of) {
    case 'item':
      return { session: named.item.session, project: named.item.project };
    case 'event':
      return { session: named.event.session, project: named.event.project };
    case 'session':
      return { session: named.session.id, project: named.session.project };
    case 'project':
      return { project: named.project.id };
    case 'collection':
      return {};
  }
}

async function ifAny<Row>(ids: readonly unknown[], find: () => Promise<Row[]>): Promise<Row[]> {
  return ids.length === 0 ? [] : find();
}
