// memory/export: the log as lines for another home, and as a stream of events.
// Derived rows are not exported.

import type { CallOptions } from '../../api/contract.ts';
import type { ExportInput } from '../../api/requests.ts';
import { type JsonObject, parseJson } from '../../core/json.ts';
import { ACT_KINDS, type StoredEvent } from '../../core/model/event.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { targetsOf } from '../../derive/event/targets-of.ts';
import { EXPORT_HEADER, toExportLine } from '../../importers/export-format.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { placeOf, resolveIds } from '../../retrieval/query/resolve-id.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import type { EventsParts } from './events.ts';

/** Events per page: each may have 100,000 characters. */
const PAGE = 50;
/** Acts on single memories. */
const ACTS = ACT_KINDS.filter((kind) => kind !== 'collected' && kind !== 'pruned');

/**
 * Exports a home, or one project or session of it: a header, the ids of what is kept from being shared, then each event in the
 * order of the log, preceded by its project when that is new. Equal content produces equal lines. Derived and operational rows are left out.
 */
export async function* exportEvents(
  {
    store,
    environment,
    closing,
    isTeam = false,
  }: Pick<EventsParts, 'store' | 'environment' | 'closing'> & { isTeam?: boolean },
  input: ExportInput,
  { signal }: CallOptions,
): AsyncGenerator<JsonObject> {
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const stop = signal === undefined ? closing : AbortSignal.any([signal, closing]);
  yield parseJson(EXPORT_HEADER) as JsonObject;
  const rows = new Map((await store.log.projects()).map((row) => [row.id, row]));
  const told = new Set<ProjectId>();
  const session = input.session === undefined ? undefined : await resolveSession(store, input.session);
  // What a person keeps from being shared reaches no team; its store knows of none.
  const kept = isTeam ? [] : await privateOf(store, { session, project, rows });
  if (kept.length > 0) yield { private: kept };
  const events =
    session !== undefined || project === undefined
      ? selectedEvents(store.log, omitUndefined({ session }), { limit: PAGE })
      : eventsOfProject(store, project, rows);
  for await (const event of events) {
    if (stop.aborted) return;
    const row = event.project === undefined ? undefined : rows.get(event.project);
    if (row !== undefined && !told.has(row.id)) {
      told.add(row.id);
      yield toExportLine({ project: row });
    }
    yield toExportLine({ event });
  }
}

/** The memories of what is exported that a person keeps from being shared. */
async function privateOf(
  store: Store,
  of: { session: SessionId | undefined; project: ProjectId | undefined; rows: ReadonlyMap<ProjectId, ProjectRow> },
): Promise<string[]> {
  const ids = await store.sync.privateItems();
  if (of.session === undefined && of.project === undefined) return ids;
  const found = await resolveIds(store, ids);
  return ids.filter((id) => {
    const named = found.get(id);
    const { session, project } = named === undefined ? {} : placeOf(named);
    if (of.session !== undefined) return session === of.session;
    const row = project === undefined ? undefined : of.rows.get(project);
    return row !== undefined && isOfGroup(row, of.project as ProjectId, of.rows);
  });
}

/** The events of a project and, at their positions, acts elsewhere about its memories or its name. */
async function* eventsOfProject(
  store: Store,
  project: ProjectId,
  rows: ReadonlyMap<ProjectId, ProjectRow>,
): AsyncGenerator<StoredEvent> {
  const group = new Set([...rows.values()].filter((row) => isOfGroup(row, project, rows)).map(({ id }) => id));
  const elsewhere: StoredEvent[] = [];
  for await (const act of selectedEvents(store.log, { kinds: ACTS }, { limit: PAGE })) {
    const isElsewhere = act.project === undefined || !group.has(act.project);
    if (isElsewhere && (await isAbout(store, act, group))) elsewhere.push(act);
  }
  for await (const event of selectedEvents(store.log, { project }, { limit: PAGE })) {
    while ((elsewhere[0]?.seq ?? Number.POSITIVE_INFINITY) < event.seq) yield elsewhere.shift() as StoredEvent;
    yield event;
  }
  yield* elsewhere;
}

function isOfGroup(row: ProjectRow, project: ProjectId, rows: ReadonlyMap<ProjectId, ProjectRow>): boolean {
  return (row.joined ?? row.id) === (rows.get(project)?.joined ?? project);
}

async function isAbout(store: Store, act: StoredEvent, group: ReadonlySet<ProjectId>): Promise<boolean> {
  const found = await resolveIds(store, targetsOf(act));
  const projects = [...found.values()].map((named) => placeOf(named).project);
  return projects.some((project) => project !== undefined && group.has(project));
}
