import type { StoredEvent } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { givenName, mergedInto } from '../../derive/event/apply-acts.ts';
import { targetsOf } from '../../derive/event/targets-of.ts';
import type { Log } from '../../store/contract/log.ts';

/** Does some erasing, and gives projects whose names or merges were erased with it those that are left. */
export async function withProjectsNamedAnew<Result>(log: Log, erase: () => Promise<Result>): Promise<Result> {
  const before = await actsOfProjects(log);
  const result = await erase();
  const left = await actsOfProjects(log);
  for (const [id, acts] of before) {
    const kept = left.get(id) ?? [];
    if (kept.length === acts.length) continue;
    const name = givenName(kept);
    await log.nameProject(id, name === '' ? undefined : name);
    await log.mergeProject(id, mergedInto(kept) as ProjectId | undefined);
  }
  return result;
}

async function actsOfProjects(log: Log): Promise<Map<ProjectId, StoredEvent[]>> {
  const ids = new Set((await log.projects()).map(({ id }) => id));
  const acts = new Map<ProjectId, StoredEvent[]>();
  for (const act of await log.about([...ids])) {
    for (const target of targetsOf(act)) {
      const id = target as ProjectId;
      if (ids.has(id)) acts.set(id, [...(acts.get(id) ?? []), act]);
    }
  }
  return acts;
}
