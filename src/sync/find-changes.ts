import { sha256Hex } from '../core/hash.ts';
import * as LIMITS from '../core/limits.ts';
import type { ItemId, ProjectId, SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { partsOf } from '../core/parts-of.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import { DISTIL_STAMP, RULES_STAMP } from '../derive/item/rules.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { Store } from '../store/contract/store.ts';
import type { SharedRow } from '../store/contract/sync.ts';
import { chosenProjects, type SharedProject } from './chosen-projects.ts';
import { itemPages } from './item-pages.ts';
import { itemKindsOf, shareKindOf } from './share-kinds.ts';
import type { SyncConfig } from './sync-config.ts';
import { takeBack } from './take-back.ts';
import { sharedHash } from './to-memory.ts';
import { readWithheld, type Withheld } from './withheld-memories.ts';

/** What looking for changes needs. */
export interface ChangeDeps {
  store: Pick<Store, 'log' | 'items' | 'sync' | 'distilled'>;
  config: SyncConfig;
  /** The folder of the person, which is not named in what leaves. */
  userHome: string;
  now: () => number;
  signal: AbortSignal;
}

/** Events whose items are looked at in one step. */
const WINDOW = 500;
const PAGE = 200;
/** Milliseconds without an event after which a session's summary is handed on: until then it changes at each turn. */
const QUIET_MS = 600_000;
const SCANNED = 'scanned';
/** Name of the value that says when all was looked at; where it is empty, all is looked at again. */
export const COMPARED = 'compared';

/**
 * Marks what has changed of the shared memories since the last time, and takes back what is gone: what events since then touched
 * and, once a day or when what is shared, what is kept back or the rules changed, all. Does nothing while events wait to be derived, since what is
 * not there then is not gone. `atOnce`: also summaries of sessions that go on.
 */
export async function findChanges(deps: ChangeDeps, { atOnce }: { atOnce: boolean }): Promise<boolean> {
  const { store, config } = deps;
  if (!(await isDerived(deps))) return false;
  await store.sync.seen(deps.now());
  const projects = await store.log.projects();
  const chosen = chosenProjects(projects, config);
  const last = await store.log.lastSeq();
  const shared = [...chosen].map(([id, { identity }]) => [id, identity]);
  const said = sha256Hex(JSON.stringify([config.shares, shared]));
  const withheld = await readWithheld(store);
  const stamp = [RULES_STAMP, DISTIL_STAMP, said, withheld.stamp].join('\n');
  const [comparedAt = '0', ...of] = (await store.sync.value(COMPARED))?.split('\n') ?? [];
  const isAll = of.join('\n') !== stamp || deps.now() - Number(comparedAt) > DAY_MS;
  const look = new ShareComparison(deps, chosen, { atOnce, withheld });
  if (isAll) {
    await look.atAll();
    await look.atShared();
    await store.sync.setValue(COMPARED, `${deps.now()}\n${stamp}`);
  } else {
    for (
      let after = Number((await store.sync.value(SCANNED)) ?? 0);
      after < last && !deps.signal.aborted;
      after += WINDOW
    ) {
      await look.at(await store.sync.changedItems(after, Math.min(after + WINDOW, last)));
    }
    await look.atPatterns();
  }
  await look.atVanished();
  // A summary that was left out since its session goes on is looked at again.
  if (!deps.signal.aborted && !look.hasLeft) await store.sync.setValue(SCANNED, String(last));
  return true;
}

async function isDerived({ store }: ChangeDeps): Promise<boolean> {
  if ((await store.log.pending(1)).length > 0) return false;
  const { sessions, patterns } = await store.distilled.waitingCounts();
  return sessions + patterns === 0;
}

/** Looks at items and compares them with what was shared of them. */
class ShareComparison {
  readonly #deps: ChangeDeps;
  readonly #chosen: ReadonlyMap<ProjectId, SharedProject>;
  readonly #atOnce: boolean;
  readonly #withheld: Withheld;
  hasLeft = false;

  constructor(
    deps: ChangeDeps,
    chosen: ReadonlyMap<ProjectId, SharedProject>,
    { atOnce, withheld }: { atOnce: boolean; withheld: Withheld },
  ) {
    this.#deps = deps;
    this.#chosen = chosen;
    this.#atOnce = atOnce;
    this.#withheld = withheld;
  }

  async at(ids: readonly ItemId[]): Promise<void> {
    for (const part of partsOf(ids, PAGE)) {
      if (this.#deps.signal.aborted) return;
      await this.#compare(part, await this.#deps.store.items.get(part));
      await yieldToEventLoop();
    }
  }

  /** All items of the chosen projects and kinds. */
  async atAll(): Promise<void> {
    for (const [project, { kinds }] of this.#chosen) await this.#page(project, itemKindsOf(kinds));
  }

  async atPatterns(): Promise<void> {
    for (const [project, { kinds }] of this.#chosen) {
      if (kinds.includes('patterns')) await this.#page(project, ['pattern']);
    }
  }

  /** All that was shared: what is of no chosen project and kind any more is taken back. */
  async atShared(): Promise<void> {
    const chosen = new Set(
      [...this.#chosen.values()].flatMap(({ identity, kinds }) => kinds.map((kind) => `${kind} ${identity}`)),
    );
    for (const state of ['sent', 'waiting'] as const) {
      for (let after: ItemId | undefined; !this.#deps.signal.aborted; ) {
        const rows = await this.#deps.store.sync.inState(state, omitUndefined({ after, limit: PAGE }));
        const items = await this.#deps.store.items.get(rows.map(({ item }) => item));
        // What is gone from the memory is taken back as forgotten.
        const stays = new Map(items.map(({ id, project }) => [id, this.#chosen.get(project as ProjectId)?.identity]));
        const back = rows.filter(
          ({ item, kind, project }) =>
            !chosen.has(`${kind} ${project}`) || (stays.has(item) && stays.get(item) !== project),
        );
        if (back.length > 0) await takeBack(this.#deps, back, 'unshared');
        after = rows.at(-1)?.item;
        if (after === undefined) break;
        await yieldToEventLoop();
      }
    }
  }

  async atVanished(): Promise<void> {
    for (let rows = await this.#vanished(); rows.length > 0; rows = await this.#vanished()) {
      await takeBack(this.#deps, rows, 'forgotten');
    }
  }

  async #vanished(): Promise<SharedRow[]> {
    return this.#deps.signal.aborted ? [] : this.#deps.store.sync.vanished({ limit: PAGE });
  }

  async #page(project: ProjectId, kinds: Item['kind'][]): Promise<void> {
    const { store, signal } = this.#deps;
    for await (const rows of itemPages(store.items, { project, kinds, hidden: true })) {
      if (signal.aborted) return;
      await this.#compare(
        rows.map(({ id }) => id),
        rows,
      );
    }
  }

  async #compare(ids: readonly ItemId[], items: readonly Item[]): Promise<void> {
    const { store, now } = this.#deps;
    const known = new Map((await store.sync.shared(ids)).map((row) => [row.item, row]));
    const going = await this.#goingOn(items);
    const ofChosen = items.filter(({ project }) => this.#chosen.has(project as ProjectId));
    const withheld = await this.#withheld.among(ofChosen);
    const put: SharedRow[] = [];
    const back: SharedRow[] = [];
    for (const item of items) {
      const row = known.get(item.id);
      const chosen = this.#chosen.get(item.project as ProjectId);
      const kind = withheld.has(item.id) ? undefined : shareKindOf(item, row);
      if (chosen === undefined || kind === undefined || !chosen.kinds.includes(kind)) {
        // What the person shares no more since the home left is with the others until it is shared, or taken back, again.
        const isLeft = row?.state === 'left' && this.#isUnchosen(row);
        if (row !== undefined && row.state !== 'gone' && !isLeft) back.push(row);
        continue;
      }
      if (kind === 'summaries' && going.has(item.session as string)) {
        this.hasLeft = true;
        continue;
      }
      const hash = sharedHash(item);
      const isSame = row?.hash === hash && row.project === chosen.identity && row.state !== 'gone';
      if (isSame && row.state !== 'left') continue;
      // What others have of it already counts on.
      const version = isSame ? row.version : Math.max(now(), (row?.version ?? 0) + 1);
      const { identity } = chosen;
      const told = { item: item.id, project: identity, kind, version, hash, state: 'waiting' } as const;
      put.push({ ...told, ...omitUndefined({ elsewhere: row?.elsewhere }) });
    }
    if (put.length > 0) await store.sync.putShared(put);
    if (back.length > 0) await takeBack(this.#deps, back, 'unshared');
  }

  /** Whether the project or the kind under which a memory was shared is not shared now. */
  #isUnchosen({ project, kind }: SharedRow): boolean {
    return [...this.#chosen.values()].every(
      ({ identity, kinds }) => identity !== project || !kinds.some((one) => one === kind),
    );
  }

  /** The sessions of items that may go on. */
  async #goingOn(items: readonly Item[]): Promise<ReadonlySet<string>> {
    if (this.#atOnce) return new Set();
    const ids = summarized(items);
    const since = this.#deps.now() - QUIET_MS;
    const rows = ids.length === 0 ? [] : await this.#deps.store.log.sessions({ ids, limit: LIMITS.batchEvents });
    return new Set(rows.filter(({ lastAt, endedAt }) => endedAt === undefined && lastAt > since).map(({ id }) => id));
  }
}

/** The sessions whose summaries are among some items. */
function summarized(items: readonly Item[]): SessionId[] {
  return [...new Set(items.flatMap(({ kind, session }) => (kind === 'summary' ? (session ?? []) : [])))];
}
