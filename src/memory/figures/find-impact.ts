import type { Note } from '../../api/answers.ts';
import type { ImpactCost, ImpactMemory, ImpactResult, ImpactRow, ImpactSide } from '../../api/impact-answers.ts';
import { meanOf } from '../../core/mean.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';
import { countsAsUsed, type MemoryUsage } from '../../core/model/memory-usage.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { isoTime, localDay } from '../../core/text/calendar.ts';
import { type WilsonShare, wilsonShare } from '../../core/wilson.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { matchersIn } from '../../derive/tripwire/find-matchers.ts';
import { titleOf } from '../../retrieval/entries/entry.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import type { InjectionOutcome } from '../../store/contract/injection-log.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

const BLOCKS_MAX = 20_000;
const LISTED = 10;
const TOLD_MIN = 3;

type InjectedItemRow = InjectionOutcome['items'][number];
type InjectionRow = InjectionOutcome & { agent: string };

/** Reports what was injected, what it cost in tokens, and how much of it was used afterwards. */
export async function findImpact(
  store: Store,
  input: ReadInput<'impact'>,
  place: FilterEnvironment,
): Promise<ImpactResult> {
  const { project, since, until } = await resolveFilter(
    store,
    omitUndefined({ project: input.project ?? input.cwd, since: input.since, until: input.until }),
    place,
  );
  const found = await store.meter.outcomes(omitUndefined({ since, until }), BLOCKS_MAX);
  const sessions = await sessionsOf(store, found);
  const all = found.flatMap((telling): InjectionRow[] => {
    const session = sessions.get(telling.session);
    if (project !== undefined && session?.project !== project) return [];
    return [{ ...telling, agent: session?.agent ?? 'unknown' }];
  });
  const told = all.filter(({ occasion }) => occasion !== 'control');
  const items = await itemsOf(store, told);
  const control = await compare(store, all);
  const at = told.map((telling) => telling.at);
  return {
    ...(at.length > 0 && { since: isoTime(Math.min(...at)), until: isoTime(Math.max(...at)) }),
    sessions: new Set(told.map(({ session }) => session)).size,
    ...totals(told),
    days: costs(told, ({ at: time }) => localDay(time)).sort((one, other) => (one.name < other.name ? -1 : 1)),
    agents: costs(told, ({ agent }) => agent),
    occasions: costs(told, ({ occasion }) => occasion),
    ...byMemory(told, items),
    ...heeded(told, items),
    ...(control === undefined ? {} : { control }),
    notes: await notesOn(store, { told, isAll: found.length < BLOCKS_MAX }),
  };
}

function totals(told: readonly InjectionRow[]): Pick<ImpactResult, 'blocks' | 'tokens' | 'used' | 'memories' | 'ways'> {
  const memories = told.flatMap(({ items }) => items);
  const way = (how: MemoryUsage['how']): number => memories.filter(({ uses }) => uses.includes(how)).length;
  return {
    blocks: told.length,
    tokens: told.reduce((sum, { tokens }) => sum + tokens, 0),
    used: usedOf(told.map(({ items }) => items)),
    memories: usedOf(memories.map((one) => [one])),
    ways: { fetched: way('fetched'), touched: way('touched'), repeated: way('repeated'), heeded: way('heeded') },
  };
}

/** The share of groups of injected items with at least one used item, as a Wilson interval. */
function usedOf(groups: readonly (readonly InjectedItemRow[])[]): WilsonShare {
  return wilsonShare(groups.filter((group) => group.some(({ uses }) => uses.some(countsAsUsed))).length, groups.length);
}

function costs(told: readonly InjectionRow[], nameOf: (telling: InjectionRow) => string): ImpactCost[] {
  return [...Map.groupBy(told, nameOf)]
    .map(([name, group]) => ({
      name,
      tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
      used: usedOf(group.map(({ items }) => items)),
    }))
    .sort((one, other) => other.tokens - one.tokens || (one.name < other.name ? -1 : 1));
}

function byMemory(
  told: readonly InjectionRow[],
  items: ReadonlyMap<ItemId, Item>,
): Pick<ImpactResult, 'sections' | 'kinds' | 'mostUsed' | 'neverUsed'> {
  const memories = told.flatMap((telling) => telling.items);
  const counted = [...Map.groupBy(memories, ({ id }) => id)].flatMap(([id, group]): ImpactMemory[] => {
    const item = items.get(id);
    if (item === undefined) return [];
    return [
      { id, kind: item.kind, title: titleOf(item), told: group.length, used: usedOf(group.map((one) => [one])).n },
    ];
  });
  const most = counted.filter(({ used }) => used > 0).sort((a, b) => b.used - a.used || b.told - a.told || byId(a, b));
  const never = counted.filter((one) => one.used === 0 && one.told >= TOLD_MIN);
  return {
    sections: shares(memories, ({ section }) => section ?? 'unknown'),
    kinds: shares(memories, ({ id }) => kindOf(items.get(id))),
    mostUsed: most.slice(0, LISTED),
    neverUsed: never.sort((a, b) => b.told - a.told || byId(a, b)).slice(0, LISTED),
  };
}

function shares(memories: readonly InjectedItemRow[], nameOf: (told: InjectedItemRow) => string): ImpactRow[] {
  return [...Map.groupBy(memories, nameOf)]
    .map(([name, group]) => ({ name, used: usedOf(group.map((one) => [one])) }))
    .sort((one, other) => other.used.of - one.used.of || (one.name < other.name ? -1 : 1));
}

/** The shares of injected failures, tripwires and rules that did not recur afterwards. */
function heeded(
  told: readonly InjectionRow[],
  items: ReadonlyMap<ItemId, Item>,
): Pick<ImpactResult, 'failures' | 'tripwires' | 'rules'> {
  const kept = (isMeant: (telling: InjectionRow, item: Item) => boolean): WilsonShare => {
    const meant = told.flatMap((telling) =>
      telling.items.filter(({ id }) => {
        const item = items.get(id);
        return item !== undefined && isMeant(telling, item);
      }),
    );
    return wilsonShare(meant.filter(({ uses }) => !uses.includes('again')).length, meant.length);
  };
  return {
    failures: kept((_, item) => patternOf(item) === 'error' || patternOf(item) === 'fix'),
    tripwires: kept(({ occasion }, item) => patternOf(item) === 'tripwire' && occasion === 'tripwire'),
    rules: kept((_, item) => isRule(item)),
  };
}

/** Compares sessions with injections with the control group, by the counts of their summaries. */
async function compare(store: Store, all: readonly InjectionRow[]): Promise<ImpactResult['control']> {
  const keptBack = new Set(all.filter(({ occasion }) => occasion === 'control').map(({ session }) => session));
  if (keptBack.size === 0) return undefined;
  const told = new Set(all.map(({ session }) => session).filter((session) => !keptBack.has(session)));
  return { told: await sideOf(store, [...told]), keptBack: await sideOf(store, [...keptBack]) };
}

async function sideOf(store: Store, sessions: readonly SessionId[]): Promise<ImpactSide> {
  const summaries = await lookUp(sessions.map(summaryId), store.items.get);
  const found = summaries.map((item) => detailOfKind(item, 'summary').summary?.counts);
  const counts = found.filter((one) => one !== undefined);
  const mean = (name: string) => meanOf(counts.map((of) => of[name] ?? 0));
  return { sessions: counts.length, failures: mean('failures'), prompts: mean('prompts') };
}

async function sessionsOf(
  { log }: Store,
  told: readonly InjectionOutcome[],
): Promise<ReadonlyMap<SessionId, SessionRow>> {
  const ids = new Set(told.map(({ session }) => session));
  const rows = await lookUp(ids, (part) => log.sessions({ ids: part, limit: part.length }));
  return new Map(rows.map((row) => [row.id, row]));
}

async function itemsOf(store: Store, told: readonly InjectionRow[]): Promise<ReadonlyMap<ItemId, Item>> {
  const ids = new Set(told.flatMap(({ items }) => items.map(({ id }) => id)));
  return new Map((await lookUp(ids, store.items.get)).map((item) => [item.id, item]));
}

async function notesOn(
  store: Store,
  { told, isAll }: { told: readonly InjectionRow[]; isAll: boolean },
): Promise<Note[]> {
  const notes: Note[] = [];
  if (told.length === 0) notes.push({ code: 'nothing_told', message: 'Nothing was told to an agent in this time.' });
  if (!isAll) notes.push({ code: 'newest_only', message: `Only the newest ${BLOCKS_MAX} blocks are counted.` });
  const { sessions } = await store.distilled.waitingCounts();
  if (sessions > 0) notes.push({ code: 'not_distilled', message: 'Sessions still to be read may add uses.' });
  return notes;
}

/** True for a rule whose violation can be observed. */
function isRule(item: Item): boolean {
  const { knowledge, scope } = detailOfKind(item, 'knowledge');
  return (
    scope !== 'thread' && (knowledge === 'constraint' || knowledge === 'rejected') && matchersIn(item.text).length > 0
  );
}

function kindOf(item: Item | undefined): string {
  if (item === undefined) return 'gone';
  const pattern = patternOf(item);
  return pattern === undefined ? item.kind : `${item.kind}: ${pattern}`;
}

function patternOf(item: Item): PatternKind | undefined {
  return detailOfKind(item, 'pattern').pattern?.pattern;
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
