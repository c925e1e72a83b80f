import type { Note } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { PruneInput } from '../../api/requests.ts';
import type { RetireReport, RetireResult } from '../../api/retire-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { PRUNED_KINDS, type PrunedKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { partsOf } from '../../core/parts-of.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { now } from '../../platform/clock.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectEvents } from '../forget/select-events.ts';
import { keepSessions } from './keep-sessions.ts';
import { type PruneParts, planOf, readBatches, restore, retire } from './retire.ts';
import { type Ageing, citedIds, RETIRED_AT_ONCE, selectAged } from './select-aged.ts';

const ERASED_AT_ONCE = 200;

/**
 * Plans what is too old or too much, retires it with the plan's token, restores a batch (`undo`), and erases what was
 * retired for longer than the grace period, or at once with `now`, which only a person may ask for.
 */
export async function prune(deps: PruneParts, input: PruneInput, caller: Caller): Promise<RetireResult> {
  const { graceDays } = deps.retention;
  if (input.undo !== undefined) return restore(deps, { batch: input.undo, caller, call: 'prune' });
  const ageing = await ageingOf(deps, input);
  const items = await selectAged(deps.store, ageing, await citedIds(deps.store));
  const chosen = {
    call: 'prune' as const,
    items,
    reason:
      input.olderThan === undefined && (input.keep ?? input.sessions) !== undefined
        ? ('count' as const)
        : ('age' as const),
    standing: [],
  };
  if (input.confirm === undefined) {
    return planOf(deps.store, chosen, { graceDays, notes: notesOf(items.length) });
  }
  if (input.now === true && !caller.person) {
    throw new CairnError('not_allowed', 'Only a person can delete old memories at once.', {
      fix: 'Leave now out: it is erased after the grace; or cairn prune --now, typed by a person.',
    });
  }
  const report = await retire(deps, chosen, { token: input.confirm, caller, graceDays });
  const before = input.now === true ? Number.POSITIVE_INFINITY : now() - graceDays * DAY_MS;
  const pruned = await pruneRetired(deps, before);
  if (input.now === true) return { ...report, ...pruned, state: 'pruned', notes: [] };
  return { ...report, ...pruned };
}

/** Erases what was retired before a time, except what remaining memories rest on. */
export async function pruneRetired(
  deps: PruneParts,
  before: number,
): Promise<Pick<RetireReport, 'events' | 'bodies' | 'freed'>> {
  const { store, environment } = deps;
  const total = { events: 0, bodies: 0, freed: 0 };
  const kept = new Set<SessionId>();
  const due = (await readBatches(store.log)).filter(({ at }) => at <= before);
  for (const { events } of due) {
    for (const { body } of events) {
      for (const targets of partsOf(body.targets as ItemId[], ERASED_AT_ONCE)) {
        const free = await erasable(store, targets, before);
        if (free.events.length === 0) continue;
        const fresh = free.sessions.filter((session) => !kept.has(session));
        await keepSessions(deps, fresh, body);
        for (const session of fresh) kept.add(session);
        const { ids } = await selectEvents({ store, userHome: environment.home, now: now() }, { ids: free.events });
        const erased = await store.log.erase(ids, now(), { isPruning: true });
        total.events += erased.events;
        total.bodies += erased.bodies;
        await yieldToEventLoop();
      }
    }
  }
  if (total.events === 0) return total;
  deps.deriver.wake();
  const freed = await store.giveBack();
  await store.checkpoint();
  return { ...total, freed };
}

/** The events all of whose items were retired before a time, and their sessions. */
async function erasable(
  store: Store,
  ids: readonly ItemId[],
  before: number,
): Promise<{ events: EventId[]; sessions: SessionId[] }> {
  const items = await store.items.get(ids);
  const events = new Set(items.flatMap(({ event }) => event ?? []));
  const free: EventId[] = [];
  for (const event of events) {
    const made = await store.items.ofEvent(event);
    if (made.every(({ detail: { retired } }) => retired !== undefined && retired.at <= before)) free.push(event);
  }
  return { events: free, sessions: [...new Set(items.flatMap(({ session }) => session ?? []))] };
}

async function ageingOf({ store, environment, retention }: PruneParts, input: PruneInput): Promise<Ageing> {
  const { kinds, olderThan, keep, sessions } = input;
  const at = now();
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const chosen = kinds === undefined || kinds.length === 0 ? PRUNED_KINDS : kinds;
  const before: Ageing['before'] = {};
  if (olderThan === undefined && keep === undefined && sessions === undefined) {
    const days = daysOf(retention.days);
    for (const kind of chosen) if (days[kind] !== undefined) before[kind] = at - days[kind] * DAY_MS;
  } else {
    const time = olderThan === undefined ? at : parsePast(olderThan, 'olderThan', at);
    for (const kind of chosen) before[kind] = time;
  }
  const newest = sessions === undefined ? undefined : await newestSessions(store, { count: sessions, project });
  return { before, keep: keep ?? 0, newest, project };
}

async function newestSessions(
  store: Store,
  { count, project }: { count: number; project: ProjectId | undefined },
): Promise<Set<SessionId>> {
  if (count === 0) return new Set();
  const rows = await store.log.sessions({ work: true, limit: count, ...omitUndefined({ project }) });
  return new Set(rows.map(({ id }) => id));
}

/** Days by kind, from a setting like `observation=180`. */
export function daysOf(setting: readonly string[]): Partial<Record<PrunedKind, number>> {
  const days: Partial<Record<PrunedKind, number>> = {};
  for (const one of setting) {
    const [, name, count] = /^\s*([a-z]+)\s*=\s*(\d{1,6})\s*$/.exec(one) ?? [];
    // An earlier version shortened old outputs by this name: a configuration that still has it stays valid.
    if (name === 'output') continue;
    const kind = PRUNED_KINDS.find((known) => known === name);
    if (kind === undefined || count === undefined) {
      throw new CairnError('invalid_input', `retention.days holds "${one.slice(0, 60)}".`, {
        fix: `Each is KIND=DAYS, as observation=180; kinds are ${PRUNED_KINDS.join(', ')}.`,
      });
    }
    days[kind] = Number(count);
  }
  return days;
}

function notesOf(items: number): Note[] {
  if (items < RETIRED_AT_ONCE) return [];
  return [{ code: 'part', message: `These are the first ${RETIRED_AT_ONCE} of a kind; another plan takes the rest.` }];
}
