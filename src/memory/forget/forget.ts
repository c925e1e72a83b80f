// memory/forget: forgetting memories: selection (`select-events.ts`), the plan and its token (`plans.ts`), erasing, and
// the search of the home's own files for the words. Only the store erases rows.

import type { Entry, ForgetPlan, ForgetReport, ForgetResult, Note } from '../../api/answers.ts';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { ForgetInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventId } from '../../core/model/ids.ts';
import { findImporters, IMPORTERS } from '../../importers/registry.ts';
import { now } from '../../platform/clock.ts';
import { toEntry } from '../../retrieval/entries/entry.ts';
import { type Named, resolveIds } from '../../retrieval/query/resolve-id.ts';
import type { Log } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { type UpdateDeps, updateMemory } from '../write/update.ts';
import { mayErase, notItsOwn } from './may-erase.ts';
import { type ForgetPlanEntry, type ForgetPlans, questionOf, tokenOf } from './plans.ts';
import { removeJournalsWith, searchHome, searchPatternsOf } from './search-home.ts';
import { type Selection, selectEvents } from './select-events.ts';

const SETTLED_MS = 600_000;
const SAMPLE = 10;
const ONLY_A_PERSON = 'Others recorded some of it: only a person erases that, by the command or in the dashboard.';
const FOREVER = 'cairn forget ID, typed by a person, erases it';

/** The parts that forgetting needs, with the plans that are not confirmed yet. */
export type ForgetDeps = UpdateDeps &
  Pick<
    MemoryParts,
    'embedding' | 'paths' | 'backups' | 'environment' | 'takeInJournal' | 'dropReader' | 'finishForgetting'
  > & {
    plans: ForgetPlans;
  };

/**
 * Forgets what an input names; one that names more than single memories is planned first. A person erases it, a program
 * what it recorded itself; single memories of others a program hides, as an agent hides all. Throws `not_allowed` for what
 * is neither.
 */
export async function forget(
  deps: ForgetDeps,
  input: ForgetInput,
  { caller, signal }: { caller: Caller } & CallOptions,
): Promise<ForgetResult> {
  if (caller.agent === true) return hide(deps, input, caller);
  const select = { store: deps.store, userHome: deps.environment.home, now: now(), signal };
  await deps.takeInJournal();
  if (input.confirm !== undefined) {
    const { input: asked, selection } = await confirmed(deps, input, select);
    if (await mayErase(deps.store, selection, caller)) return erase(deps, selection);
    if (asked.ids === undefined || selection.isWhole) throw notItsOwn();
    return hide(deps, { ids: asked.ids }, caller);
  }
  const selection = await selectEvents(select, input);
  const isOwn = await mayErase(deps.store, selection, caller);
  if (selection.isWhole || input.dryRun === true) {
    return toPlan(deps, deps.plans.add(input, selection, select.now), isOwn);
  }
  return isOwn ? erase(deps, selection) : hide(deps, input, caller);
}

/** Hides what ids name until a person shows it again. */
async function hide(deps: ForgetDeps, input: ForgetInput, caller: Caller): Promise<ForgetReport> {
  if (input.ids === undefined || input.confirm !== undefined) {
    throw new CairnError('not_allowed', 'An agent may hide memories by their ids, and may not erase them.', {
      fix: `forget { ids }; ${FOREVER}`,
    });
  }
  const named = await resolveIds(deps.store, input.ids);
  const items: string[] = [];
  const missing: string[] = [];
  for (const id of input.ids) {
    if (isPlace(named.get(id))) {
      throw new CairnError(
        'not_allowed',
        `An agent may hide memories; ${id} is all of a session, project or collection.`,
        {
          fix: `cairn forget ${id}, typed by a person`,
        },
      );
    }
    try {
      if (input.dryRun !== true) await updateMemory(deps, { id, changes: { hidden: true } }, caller);
      items.push(id);
    } catch (error) {
      if (!(error instanceof CairnError) || error.code !== 'not_found') throw error;
      missing.push(id);
    }
  }
  const message = `Hidden, not erased: a person shows it again with cairn review unhide ID; ${FOREVER}.`;
  return {
    state: 'hidden',
    events: 0,
    items,
    bodies: 0,
    freed: 0,
    missing,
    shared: [],
    searched: { files: 0, bytes: 0, found: [] },
    beyond: [],
    notes: [{ code: 'hidden', message }],
  };
}

function isPlace(named: Named | undefined): boolean {
  return named?.of === 'session' || named?.of === 'project' || named?.of === 'collection';
}

/** The selection that a token confirms, and what was asked; throws `outdated` when its contents changed since. */
async function confirmed(
  deps: ForgetDeps,
  input: ForgetInput,
  select: Parameters<typeof selectEvents>[0],
): Promise<Pick<ForgetPlanEntry, 'input' | 'selection'>> {
  const token = input.confirm ?? '';
  const plan = deps.plans.find(token, select.now);
  const isBare = questionOf(input) === questionOf({});
  if (plan === undefined && isBare) {
    throw new CairnError('outdated', 'This plan is not known any more.', { fix: 'Plan it again: cairn forget …' });
  }
  if (plan !== undefined && (isBare || plan.question === questionOf(input))) {
    const { ids, lastSeq } = plan.selection;
    const known = new Set(ids);
    const more = await selectEvents(select, plan.input, lastSeq);
    if (more.ids.every((id) => known.has(id))) return plan;
  } else {
    const selection = await selectEvents(select, input);
    if (tokenOf(selection) === token) return { input, selection };
  }
  throw new CairnError('outdated', 'More belongs to it now than was planned.', {
    fix: 'Plan it again: cairn forget …',
  });
}

async function toPlan(
  { store }: ForgetDeps,
  { token, selection }: ForgetPlanEntry,
  mayBeErased: boolean,
): Promise<ForgetPlan> {
  const sessions = new Set<string>();
  let [items, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for await (const event of eventsById(store.log, selection.ids)) {
    sessions.add(event.session);
    first = Math.min(first, event.at);
    last = Math.max(last, event.at);
    items += (await store.items.ofEvent(event.id)).length;
  }
  return {
    state: 'planned',
    token,
    events: selection.ids.length,
    items,
    sessions: sessions.size,
    ...(last === 0 ? {} : { firstAt: new Date(first).toISOString(), lastAt: new Date(last).toISOString() }),
    sample: await sampleOf(store, selection.ids),
    missing: selection.missing,
    notes: mayBeErased ? [] : [{ code: 'only_person', message: ONLY_A_PERSON }],
  };
}

async function sampleOf(store: Store, ids: readonly EventId[]): Promise<Entry[]> {
  const sample: Entry[] = [];
  for (const id of ids) {
    if (sample.length >= SAMPLE) break;
    const [item] = await store.items.ofEvent(id);
    if (item !== undefined) sample.push(toEntry(item, { agents: new Map() }));
  }
  return sample;
}

async function erase(deps: ForgetDeps, selection: Selection): Promise<ForgetReport> {
  const { store, deriver, embedding, paths } = deps;
  const needles = await searchPatternsOf(store, selection.ids);
  const brought = await importOriginsOf(store.log, selection.ids, deps.environment);
  const beyond = [...(await store.log.transcriptsOf(selection.ids)), ...brought];
  const erased = await store.log.erase(selection.ids, now(), { sessions: selection.sessions });
  await embedding.forget();
  await deps.dropReader();
  await deriver.derived(SETTLED_MS);
  const freed = await store.giveBack();
  await deps.backups.replaceAll();
  removeJournalsWith(paths, needles);
  const isEmptied = await store.checkpoint();
  if (!isEmptied) deps.finishForgetting();
  const search = await searchHome(paths.home, store, needles);
  const shared = new Set([...erased.sharedBodies.flatMap(({ heldBy }) => heldBy), ...search.heldBy]);
  return {
    state: isEmptied ? 'erased' : 'pending',
    events: erased.events,
    items: erased.items,
    bodies: erased.bodies,
    freed,
    missing: selection.missing,
    shared: [...shared],
    searched: { files: search.files, bytes: search.bytes, found: search.found },
    beyond,
    notes: notesOf({ isEmptied, shared: shared.size, beyond: beyond.length, found: search.found.length }),
  };
}

function notesOf(what: { isEmptied: boolean; shared: number; beyond: number; found: number }): Note[] {
  const notes: Note[] = [];
  const note = (code: string, message: string): number => notes.push({ code, message });
  if (!what.isEmptied) {
    note('pending', 'Another program reads an older state; the write-ahead file is emptied when it is done.');
  } else if (what.found > 0) {
    note('found', 'Some of its words still stand in the files named. Please report this.');
  }
  if (what.shared > 0) note('shared', 'Other memories hold the same words; they stay.');
  if (what.beyond > 0)
    note(
      'beyond',
      "The agents' own transcripts, or what it was imported from, still tell of it; Cairn refuses to read it again.",
    );
  return notes;
}

/** What events were brought from, which Cairn does not change: other products' databases and instruction files, paths where they are known. */
async function importOriginsOf(
  log: Pick<Log, 'events'>,
  ids: readonly EventId[],
  environment: Parameters<typeof findImporters>[0],
): Promise<string[]> {
  const products = new Set<string>();
  const files = new Set<string>();
  for await (const { agent, sources, body } of eventsById(log, ids)) {
    if (!sources.includes('import')) continue;
    if (body.kind === 'noted' && body.author === 'repo')
      for (const file of body.detail.filesRead ?? []) files.add(file);
    else products.add(agent);
  }
  const databases = IMPORTERS.filter(({ name }) => products.has(name)).flatMap(({ name, title }) => {
    const found = findImporters(environment, name).map(({ path }) => path);
    return found.length > 0 ? found : [`the database of ${title}`];
  });
  return [...databases, ...files];
}
