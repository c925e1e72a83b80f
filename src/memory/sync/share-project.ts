import type { Caller } from '../../api/contract.ts';
import type { SyncResult } from '../../api/home-answers.ts';
import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { hashBase32 } from '../../core/hash.ts';
import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { spread } from '../../core/spread.ts';
import { now } from '../../platform/clock.ts';
import { placeProject } from '../../retrieval/query/place-project.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import { baseOf } from '../../sync/chosen-projects.ts';
import { itemPages } from '../../sync/item-pages.ts';
import { DEFAULT_KINDS, itemKindsOf, SHARE_KINDS, type ShareKind, shareKindOf } from '../../sync/share-kinds.ts';
import type { SyncConfig } from '../../sync/sync-config.ts';
import { takeBack } from '../../sync/take-back.ts';
import { toMemory } from '../../sync/to-memory.ts';
import { readWithheld, type Withheld } from '../../sync/withheld-memories.ts';
import { configOf, type SyncDeps } from './sync-deps.ts';

type SharePlan = NonNullable<SyncResult['plan']>;

const EXAMPLES = 8;
const PAGE = 200;
/** Examples that are kept of each kind while all are counted. */
const KEPT = 40;

/**
 * What would be shared of a project, with what was merged into it and what is about to be (`along`, ids): counts and examples, as
 * they would leave. Nothing is changed.
 */
export async function planShare(
  deps: SyncDeps,
  { share, kinds, along = [] }: Pick<SyncInput, 'kinds' | 'along'> & { share: string },
  { cwd }: Caller,
): Promise<SharePlan> {
  const { environment, store } = deps;
  const config = configOf(deps);
  const row = await projectOf(deps, share, cwd);
  const chosen = SHARE_KINDS.filter((kind) => (kinds ?? DEFAULT_KINDS).some((one) => one === kind));
  const counts: Record<string, number> = {};
  const ofProject: Record<string, number> = {};
  const examples = new Map<ShareKind, Item[]>();
  const projects = await store.log.projects();
  const merged = goingAlong(projects, row.id, along);
  const withheld = await readWithheld(store);
  for (const project of new Set([row.id, ...merged.map(({ id }) => id)])) {
    for await (const item of itemsOf(deps, { project, kinds: chosen, withheld })) {
      const base = baseIn(projects, item.project);
      const kind = shareKindOf(item);
      // A filter by a project holds what was merged into it, which is counted once.
      if (base !== project || kind === undefined || !chosen.includes(kind)) continue;
      counts[kind] = (counts[kind] ?? 0) + 1;
      ofProject[base] = (ofProject[base] ?? 0) + 1;
      const kept = examples.get(kind) ?? [];
      if (kept.length < KEPT) kept.push(item);
      examples.set(kind, kept);
    }
  }
  const shown = [...examples].flatMap(([kind, items]) =>
    spread(items, Math.ceil(EXAMPLES / examples.size)).map((item) => {
      const { title, text } = toMemory(item, { home: config.home, userHome: environment.home }).item;
      return { id: item.id as string, kind, title, text: text.slice(0, 300) };
    }),
  );
  const { identity } = row;
  const others = merged.map(({ id, name }) => ({ project: id as string, name, memories: ofProject[id] ?? 0 }));
  const token = hashBase32(['share', config.home, identity, ...chosen, ...others.map(({ project }) => project)]);
  return { token, project: identity, kinds: [...chosen], counts, along: others, examples: shown };
}

/** Shares a project as it was planned. Throws `outdated` for another plan's token. */
export async function share(deps: SyncDeps, plan: SharePlan, confirm: string): Promise<void> {
  const { token, project, kinds, along } = plan;
  if (token !== confirm) {
    throw new CairnError('outdated', 'Something else would be shared than was planned.', { fix: 'cairn sync share' });
  }
  const config = configOf(deps);
  const shares = { ...config.shares, [project]: kinds as ShareKind[] };
  const merged = Object.fromEntries(along.map((one) => [one.project, project]));
  await deps.sync.changed({ ...config, shares, along: { ...config.along, ...merged } });
}

/**
 * The projects that were merged into one, or those alone that are about to be (`about`): each with what was merged into it, and
 * into that. What a person merged into it before without sharing it stays out where another one is about to be merged.
 */
function goingAlong(projects: readonly ProjectRow[], into: ProjectId, about: readonly string[]): ProjectRow[] {
  const going = new Set(about.length === 0 ? [into] : about.map((id) => baseIn(projects, id)));
  const bases = projects.filter((row) => baseOf(row) === row.id && row.id !== into);
  for (let size = 0; size < going.size; ) {
    size = going.size;
    for (const row of bases) if (row.merged !== undefined && going.has(baseIn(projects, row.merged))) going.add(row.id);
  }
  return bases.filter(({ id }) => going.has(id));
}

function baseIn(projects: readonly ProjectRow[], id: string | undefined): ProjectId | undefined {
  const row = projects.find((one) => one.id === id);
  return row && baseOf(row);
}

/** Shares a project no more: what was shared of it is taken back by the next run. */
export async function unshare(deps: SyncDeps, named: string, { cwd }: Caller): Promise<void> {
  const config = configOf(deps);
  const identity = config.shares[named] === undefined ? (await projectOf(deps, named, cwd)).identity : named;
  const { [identity]: gone, ...shares } = config.shares;
  const isLeft = await takeBackLeft(deps, config, identity);
  const along = Object.fromEntries(Object.entries(config.along ?? {}).filter(([, into]) => into !== identity));
  if (gone === undefined) {
    if (isLeft) return;
    throw new CairnError('not_found', `${identity} is not shared.`, { fix: 'cairn sync status lists what is' });
  }
  await deps.sync.changed({ ...config, shares, along });
}

/** Takes back what others have of a project since the home took part before, or a restore; true where there was anything. */
async function takeBackLeft({ store }: SyncDeps, config: SyncConfig, identity: string): Promise<boolean> {
  let found = false;
  for (let after: ItemId | undefined; ; ) {
    const rows = await store.sync.inState('left', omitUndefined({ after, limit: PAGE }));
    const ofProject = rows.filter(({ project }) => project === identity);
    if (ofProject.length > 0) await takeBack({ store, config, now }, ofProject, 'unshared');
    found ||= ofProject.length > 0;
    after = rows.at(-1)?.item;
    if (after === undefined) return found;
  }
}

/** The project that is named. Throws `not_found`, and `invalid_input` for one without a remote: it is no other's project, too. */
async function projectOf(
  { store, environment }: SyncDeps,
  named: string,
  cwd: string | undefined,
): Promise<ProjectRow> {
  const { project } = placeProject({ project: named }, cwd);
  const id = await selectProject(store, project, environment.home);
  const rows = await store.log.projects();
  const found = rows.find((row) => row.id === id);
  const row = rows.find((one) => one.id === found?.joined) ?? found;
  if (row === undefined) {
    throw new CairnError('not_found', `Nothing is remembered of the project ${named.slice(0, 200)}.`, {
      fix: 'cairn projects',
    });
  }
  if (row.remote !== undefined) return row;
  throw new CairnError(
    'invalid_input',
    `${row.name} has no git remote, by which others would know it as the same project.`,
    {
      fix: 'git remote add origin ADDRESS, in its folder',
    },
  );
}

async function* itemsOf(
  { store }: SyncDeps,
  { project, kinds, withheld }: { project: ProjectId; kinds: readonly ShareKind[]; withheld: Withheld },
): AsyncGenerator<Item> {
  const filter = { project, kinds: itemKindsOf(kinds) };
  for await (const rows of itemPages(store.items, filter)) {
    const held = await withheld.among(rows);
    yield* rows.filter(({ id }) => !held.has(id));
  }
}
