import type { TrippedEntry, TripwiresResult } from '../../api/tripwire-answers.ts';
import type { ReadSettings } from '../../context/context-reads.ts';
import {
  refusalFor,
  type TrippedTripwire,
  trippedLine,
  tripwiresMet,
  waitingTripwires,
} from '../../context/lines/tripwires.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ProjectPaths } from '../../derive/tool/project-paths.ts';
import type { Action } from '../../derive/tripwire/action.ts';
import { describeMatcher } from '../../derive/tripwire/matcher.ts';
import { storedPath } from '../../retrieval/query/resolve-path.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

/**
 * The tripwires, confirmed or not, that a command or a change of a path would trip, with their reasons; records
 * nothing.
 */
export async function findTripped(
  store: Store,
  { test, project: named, cwd }: ReadInput<'tripwires'>,
  settings: ReadSettings,
): Promise<TripwiresResult> {
  const project = await selectProject(store, named ?? cwd, settings.userHome);
  const mode = settings['tripwires.mode'];
  const waiting = await waitingTripwires(store, project);
  const { userHome } = settings;
  const place = { projectRoot: await rootOf(store, project), cwd: named === undefined ? cwd : undefined, userHome };
  const met =
    test === undefined
      ? []
      : await tripwiresMet(store, {
          waiting,
          actions: await actionsOf(store, test, { project, place }),
          confirmed: false,
        });
  return { mode, waiting: waiting.length, met: met.map((one) => toEntry(one, mode)) };
}

/** The text as a command, and as a changed path. */
async function actionsOf(
  store: Store,
  test: string,
  { project, place }: { project: ProjectId | undefined; place: ProjectPaths },
): Promise<Action[]> {
  const command: Action = { command: test, paths: [], changes: true, place };
  if (/\s/.test(test.trim())) return [command];
  return [command, { paths: [await storedPath(store, test.trim(), project)], changes: true, place }];
}

async function rootOf(store: Store, project: ProjectId | undefined): Promise<string | undefined> {
  return (await store.log.projects()).find(({ id }) => id === project)?.root;
}

function toEntry(met: TrippedTripwire, mode: TripwiresResult['mode']): TrippedEntry {
  const { item, matcher, rules } = met;
  const status = item.detail.status ?? 'proposed';
  return {
    id: item.id,
    status,
    speaks: status === 'confirmed' && mode !== 'off',
    refuses: status === 'confirmed' && mode === 'block' && refusalFor([met]) !== undefined,
    waitsFor: describeMatcher(matcher),
    ...omitUndefined({ rule: rules[0]?.id }),
    says: trippedLine(met).text,
  };
}
