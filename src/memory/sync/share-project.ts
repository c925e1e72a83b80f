import type { Caller } from '../../api/contract.ts';
import type { SyncResult } from '../../api/home-answers.ts';
import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { hashBase32 } from '../../core/hash.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { spread } from '../../core/spread.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { placeProject } from '../../retrieval/query/place-project.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import { DEFAULT_KINDS, itemKindsOf, SHARE_KINDS, type ShareKind, shareKindOf } from '../../sync/share-kinds.ts';
import { toMemory } from '../../sync/to-memory.ts';
import { configOf, type SyncDeps } from './sync-deps.ts';

type SharePlan = NonNullable<SyncResult['plan']>;

const PAGE = 200;
const EXAMPLES = 8;
/** Examples that are kept of each kind while all are counted. */
const KEPT = 40;

/** What would be shared of a project: counts and examples, as they would leave. Nothing is changed. */
export async function planShare(
  deps: SyncDeps,
  { share, kinds }: Pick<SyncInput, 'kinds'> & { share: string },
  { cwd }: Caller,
): Promise<SharePlan> {
  const { environment } = deps;
  const config = configOf(deps);
  const row = await projectOf(deps, share, cwd);
  const chosen = SHARE_KINDS.filter((kind) => (kinds ?? DEFAULT_KINDS).some((one) => one === kind));
  const counts: Record<string, number> = {};
  const examples = new Map<ShareKind, Item[]>();
  for await (const item of itemsOf(deps, row.id, chosen)) {
    const kind = shareKindOf(item);
    if (kind === undefined || !chosen.includes(kind)) continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const kept = examples.get(kind) ?? [];
    if (kept.length < KEPT) kept.push(item);
    examples.set(kind, kept);
  }
  const shown = [...examples].flatMap(([kind, items]) =>
    spread(items, Math.ceil(EXAMPLES / examples.size)).map((item) => {
      const { title, text } = toMemory(item, { home: config.home, userHome: environment.home }).item;
      return { id: item.id as string, kind, title, text: text.slice(0, 300) };
    }),
  );
  const { identity } = row;
  const token = hashBase32(['share', config.home, identity, ...chosen]);
  return { token, project: identity, kinds: [...chosen], counts, examples: shown };
}

/** Shares a project as it was planned. Throws `outdated` for another plan's token. */
export async function share(deps: SyncDeps, { token, project, kinds }: SharePlan, confirm: string): Promise<void> {
  if (token !== confirm) {
    throw new CairnError('outdated', 'Something else would be shared than was planned.', { fix: 'cairn sync share' });
  }
  const config = configOf(deps);
  await deps.sync.changed({ ...config, shares: { ...config.shares, [project]: kinds as ShareKind[] } });
}

/** Shares a project no more: what was shared of it is taken back by the next run. */
export async function unshare(deps: SyncDeps, named: string, { cwd }: Caller): Promise<void> {
  const config = configOf(deps);
  const identity = config.shares[named] === undefined ? (await projectOf(deps, named, cwd)).identity : named;
  const { [identity]: gone, ...shares } = config.shares;
  if (gone === undefined) {
    throw new CairnError('not_found', `${identity} is not shared.`, { fix: 'cairn sync status lists what is' });
  }
  await deps.sync.changed({ ...config, shares });
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

async function* itemsOf({ store }: SyncDeps, project: ProjectId, kinds: readonly ShareKind[]): AsyncGenerator<Item> {
  const filter = { project, kinds: itemKindsOf(kinds) };
  for (let cursor: string | undefined; ; ) {
    const page = await store.items.page(filter, { limit: PAGE, ...omitUndefined({ cursor }) });
    const kept = await store.sync.privateAmong(page.rows.map(({ id }) => id));
    yield* page.rows.filter(({ id }) => !kept.has(id));
    cursor = page.next;
    if (cursor === undefined) return;
    await yieldToEventLoop();
  }
}
