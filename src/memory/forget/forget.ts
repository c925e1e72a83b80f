// memory/forget: forgetting memories: selection (`select-events.ts`), the plan and its token (`plans.ts`), erasing, and
// the search of the home's own files for the words. Only the store erases rows.

import type { Entry, ForgetPlan, ForgetReport, ForgetResult, Note } from '../../api/answers.ts';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { ForgetInput } from '../../api/requests.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { EventId } from '../../core/model/ids.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS, isoTime } from '../../core/text/calendar.ts';
import { findImporters, IMPORTERS } from '../../importers/registry.ts';
import { DAILY, RETENTION } from '../../jobs/runner.ts';
import { projectsWithActs, settleProject } from '../../pipeline/acts.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import { toEntry } from '../../retrieval/entries/entry.ts';
import { type Named, resolveIds } from '../../retrieval/query/resolve-id.ts';
import type { Log } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { ToldForgotten } from '../runtime/sync-work.ts';
import { type UpdateDeps, updateMemory } from '../write/update.ts';
import { bringBack, emptyReport } from './bring-back.ts';
import { sessionsToDistil } from './distil-rest.ts';
import { beginErasing, endErasing, finishErasing, putOffErasing } from './finish-erasing.ts';
import { inTrash, noteHeldElsewhere } from './held-elsewhere.ts';
import { type FindInCopy, findEvents, leaveNoTrace, type Traces } from './leave-no-trace.ts';
import { mayErase, notItsOwn } from './may-erase.ts';
import { eraseFromBackups, planOfHeld, selectAlsoInBackups, selectIfThere } from './only-in-backups.ts';
import { type ForgetPlanEntry, type ForgetPlans, questionOf, tokenOf } from './plans.ts';
import { createReceipt } from './receipt.ts';
import { searchPatternsOf } from './search-home.ts';
import { type Selection, selectEvents } from './select-events.ts';
import { sharedCopies } from './shared-copies.ts';
import { stillMissing, syncOf, toldNotes } from './told-others.ts';
import { batchesWith, batchName, dropBatch, findBatch, isBatchName, openTrash, relativeTrash } from './trash.ts';
import { goneNotes, type WayBack, waysBackWith, willGoNotes } from './ways-back.ts';

const SAMPLE = 10;
/** Milliseconds after which hooks that wait are answered first. */
const STEP_MS = 10;
const ONLY_A_PERSON = 'Others recorded some of it: only a person erases that, by the command or in the dashboard.';
const FOREVER = 'cairn forget ID, typed by a person, erases it';

/** The parts that forgetting needs, with the plans that are not confirmed yet. */
export type ForgetDeps = UpdateDeps &
  Pick<
    MemoryParts,
    | 'embedding'
    | 'paths'
    | 'backups'
    | 'code'
    | 'environment'
    | 'retention'
    | 'runner'
    | 'sync'
    | 'takeInJournal'
    | 'dropReader'
    | 'finishForgetting'
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
  if (input.undo !== undefined) return bringBack(deps, input.undo, caller);
  if (caller.agent === true) return hide(deps, input, caller);
  if (input.now === true && input.ids?.every(isBatchName) === true) return eraseBatches(deps, input.ids, caller);
  const select = { store: deps.store, userHome: deps.environment.home, now: now(), signal };
  const person = caller.person;
  const how = { now: input.now === true || !person, receipt: input.receipt === true, person, input };
  await deps.takeInJournal();
  await finishErasing(deps);
  if (input.confirm !== undefined) {
    const { input: asked, selection } = await confirmed(deps, input, select);
    const { held } = selection;
    if (held !== undefined && !caller.person) throw notItsOwn();
    if (held !== undefined) {
      const ways = await waysBackThatGo(deps, selection, asked);
      const report = await eraseFromBackups(
        deps,
        { ...selection, held },
        { ...how, now: how.now || asked.now === true },
      );
      return { ...report, notes: [...report.notes, ...goneNotes(deps, ways)] };
    }
    if (await mayErase(deps.store, selection, caller)) {
      return erase(deps, selection, { ...how, now: how.now || asked.now === true, input: asked });
    }
    if (asked.ids === undefined || selection.isWhole) throw notItsOwn();
    return hide(deps, { ids: asked.ids }, caller);
  }
  const selection = caller.person ? await selectAlsoInBackups(deps, select, input) : await selectEvents(select, input);
  const isOwn = await mayErase(deps.store, selection, caller);
  if (selection.isWhole || input.dryRun === true) {
    const plan = await toPlan(deps, deps.plans.add(input, selection, select.now), isOwn);
    const elsewhere = caller.person ? await noteHeldElsewhere(deps.paths, input.query) : [];
    const going = caller.person && plan.events > 0 ? await waysBackThatGo(deps, selection, input) : [];
    const notes = [...plan.notes, ...(selection.notes ?? []), ...elsewhere, ...willGoNotes(going)];
    return { ...plan, ...planOfHeld(selection), notes };
  }
  return isOwn ? erase(deps, selection, how) : hide(deps, input, caller);
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
  return { ...emptyReport(), state: 'hidden', items, missing, notes: [{ code: 'hidden', message }] };
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
    throw new CairnError('outdated', 'This plan has expired.', { fix: 'Plan it again: cairn forget …' });
  }
  if (plan !== undefined && (isBare || plan.question === questionOf(input))) {
    const { ids, lastSeq, held } = plan.selection;
    const known = new Set(held === undefined ? ids : []);
    const again = held === undefined ? selectEvents : selectIfThere;
    const more = await again(select, plan.input, lastSeq);
    if (more.ids.every((id) => known.has(id))) return plan;
  } else {
    const selection = await selectEvents(select, input);
    if (tokenOf(selection) === token) return { input, selection };
  }
  throw new CairnError('outdated', 'The plan is out of date: more would be erased now.', {
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
  const step = createYielder(STEP_MS);
  for await (const event of eventsById(store.log, selection.ids)) {
    await step();
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

/** How what is selected goes: with nothing kept to bring it back, and with a receipt. */
interface ForgetHow {
  now: boolean;
  receipt: boolean;
  /** A person asked, who alone hears what was forgotten before. */
  person: boolean;
  input: ForgetInput;
}

async function erase(deps: ForgetDeps, chosen: Selection, how: ForgetHow): Promise<ForgetReport> {
  const { store } = deps;
  const selection = { ...chosen, ids: [...chosen.ids, ...(await sharedCopies(store, chosen))] };
  const needles = await searchPatternsOf(store, selection.ids);
  const brought = await importOriginsOf(store.log, selection.ids, deps.environment);
  const beyond = [...(await store.log.transcriptsOf(selection.ids)), ...brought];
  const ways = await waysBackThatGo(deps, selection, how.input);
  const at = now();
  const deriveOthers = await deps.sync.refuse(selection.ids);
  const trashed = how.now ? undefined : await beginTrash(deps, selection, at);
  const { sessions } = selection;
  const acted = await projectsWithActs(store.log);
  const distilRest = await sessionsToDistil(deps, selection.ids);
  beginErasing(deps);
  const erased = await store.log.erase(selection.ids, at, { sessions, ...(trashed && { keep: trashed.keep }) });
  for (const project of acted) await settleProject(store.log, project);
  await deriveOthers();
  await distilRest();
  // What memory has not, others may have had from it before a restore.
  const told = await deps.sync.forgotten([...erased.items, ...(how.person ? selection.missing : [])]);
  const { freed, isEmptied, search, failure } = await goThroughFiles(
    deps,
    needles,
    findInCopy(deps, selection, how.input),
  );
  const shared = new Set([...erased.sharedBodies.flatMap(({ heldBy }) => heldBy), ...search.heldBy]);
  const { undo } = trashed ?? {};
  const gone = needles.filter((needle) => !search.held.has(needle));
  const before = how.now && how.person ? await batchesWith(deps.paths, needles) : [];
  const kept = undo && { file: relativeTrash(undo.batch), until: undo.until };
  const sync = told && syncOf(told);
  const facts = { at: isoTime(at), files: search.read, ...(kept && { kept }), ...(sync && { sync }) };
  return {
    state: isEmptied ? (undo === undefined ? 'erased' : 'trashed') : 'pending',
    events: erased.events,
    items: erased.items,
    bodies: erased.bodies,
    freed,
    missing: stillMissing(selection.missing, told),
    shared: [...shared],
    searched: { files: search.files, bytes: search.bytes, found: search.found },
    beyond,
    ...(undo && { undo }),
    ...(how.receipt && { receipt: createReceipt(gone, facts) }),
    ...(sync && { sync }),
    notes: [
      ...notesOf({
        ...{ isEmptied, failure, undo, told },
        ...{ shared: shared.size, beyond: beyond.length, found: search.found.length },
      }),
      ...before.map(inTrash),
      ...goneNotes(deps, ways),
    ],
  };
}

/** Finds in a backup what was erased, or what else the input names there. */
function findInCopy({ environment }: ForgetDeps, { ids }: Selection, input: ForgetInput): FindInCopy {
  const isErased = findEvents(ids);
  return async (store) => {
    if (await isErased(store)) return true;
    const named = await selectIfThere({ store, userHome: environment.home, now: now(), signal: undefined }, input);
    return named.ids.length > 0;
  };
}

/** What a restore took out of its place, and goes with a selection. Of what backups alone hold, one that cannot be read stays. */
async function waysBackThatGo(deps: ForgetDeps, selection: Selection, input: ForgetInput): Promise<WayBack[]> {
  const ways = await waysBackWith(deps, findInCopy(deps, selection, input));
  return selection.held === undefined ? ways : ways.filter(({ only }) => only !== undefined);
}

/** Makes the words go from the files of the home. The answer says what kept it from its end: the rows are erased by then, and a job continues. */
async function goThroughFiles(
  deps: ForgetDeps,
  needles: readonly string[],
  find: FindInCopy,
): Promise<Traces & { failure?: string }> {
  try {
    const traces = await leaveNoTrace(deps, needles, find);
    endErasing(deps);
    return traces;
  } catch (error) {
    await putOffErasing(deps).catch((other: unknown) => ignore(other, 'the job stands already'));
    const search = { files: 0, bytes: 0, found: [], held: new Set<string>(), heldBy: [], read: [] };
    return { freed: 0, isEmptied: false, search, failure: toCairnError(error).message };
  }
}

/** Begins to keep what is erased for its undo; `undefined` where nothing can be brought back. */
async function beginTrash(
  { store, paths, runner, retention: { graceDays } }: ForgetDeps,
  selection: Selection,
  at: number,
) {
  if (graceDays === 0 || selection.ids.length === 0) return undefined;
  const batch = batchName(tokenOf(selection));
  const { ids, sessions } = selection;
  const keep = openTrash(paths, { batch, at, events: ids.length, sessions }, await store.log.projects());
  await runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: DAY_MS });
  return { keep, undo: { batch, until: isoTime(at + graceDays * DAY_MS) } };
}

/** Erases what was forgotten before, and could still be brought back. */
async function eraseBatches({ paths }: ForgetDeps, names: readonly string[], caller: Caller): Promise<ForgetReport> {
  if (!caller.person) throw notItsOwn();
  const batches = names.map((name) => findBatch(paths, name));
  for (const { batch } of batches) dropBatch(paths, batch);
  return { ...emptyReport(), state: 'erased', events: sum(batches.map(({ events }) => events)) };
}

interface ToNote {
  isEmptied: boolean;
  failure: string | undefined;
  shared: number;
  beyond: number;
  found: number;
  undo: ForgetReport['undo'];
  told: ToldForgotten | undefined;
}

function notesOf(what: ToNote): Note[] {
  const notes: Note[] = [];
  const note = (code: string, message: string): number => notes.push({ code, message });
  if (what.failure !== undefined) {
    const how = 'Cairn continues by itself, and when anything is forgotten next';
    note(
      'unfinished',
      `It is erased, but backups and free pages of the home may still hold its words: ${what.failure} ${how}.`,
    );
  } else if (!what.isEmptied) {
    note('pending', 'Another program reads an older state; the write-ahead file is emptied when it is done.');
  } else if (what.found > 0) {
    note('found', 'Some of its words still stand in the files named. Please report this.');
  }
  if (what.undo !== undefined) {
    const { batch, until } = what.undo;
    const back = `cairn forget --undo ${batch} brings it back until ${until.slice(0, 10)}`;
    note(
      'undo',
      `${back}; until then its words stand in ${relativeTrash(batch)}. At once and for good: cairn forget ${batch} --now.`,
    );
  }
  notes.push(...toldNotes(what.told));
  if (what.shared > 0) note('shared', 'Other memories hold the same words; they stay.');
  if (what.beyond > 0)
    note(
      'beyond',
      "The agents' own transcripts, or what it was imported from, still contain it; Cairn refuses to read it again.",
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
