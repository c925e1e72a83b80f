// cli/projects: which projects go into which, for `cairn projects merge` and `move`: found and counted before anything is
// asked. What merging means, the memory knows.

import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Entry } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { CliContext } from '../terminal/command.ts';

/** One project that goes into another, with what its filter holds now. */
export interface PlannedMerge {
  id: string;
  name: string;
  where: string;
  sessions: number;
  memories: number;
  /** The other project: its id or a path in it, and what it is called. Empty to take a merge back. */
  into: string;
  intoName: string;
  /** The id of the other project, where it is known. */
  intoId?: string;
  /** Where the other project is shared with a team: what of this one would be shared as well, if a person says so. */
  sharing?: PlannedSharing;
}

/**
 * What a merge could share: the number of memories, of which projects (the merged one, and what was merged into it), the names of
 * the members, the kinds, the identity of the shared project, and the token that confirms just this.
 */
export interface PlannedSharing {
  memories: number;
  of: { project: string; name: string; memories: number }[];
  members: string[];
  kinds: string[];
  project: string;
  token: string;
}

/** What would change, and the folders for which nothing can, each with the reason as a clause. */
export interface MergePlan {
  merges: PlannedMerge[];
  skipped: { where: string; why: string }[];
}

/** What planning needs: the memory, and the folder and the person's home that paths are read from. */
export interface PlanPlace extends Pick<CliContext, 'io'> {
  memory: Memory;
}

/** Plans to merge one project into another; with `undo` to take that back. Projects are named by id, name or path. */
export async function planMerge(
  { from, into, undo }: { from: string; into: string; undo: boolean },
  place: PlanPlace,
): Promise<MergePlan> {
  const projects = await allProjects(place);
  const entry = findProject(projects, from, place);
  if (undo) {
    const merges = entry.joined === undefined ? [] : [await planned(entry, { into: '', intoName: '' }, place)];
    return {
      merges,
      skipped: merges.length > 0 ? [] : [{ where: whereOf(entry), why: 'it is not merged into another' }],
    };
  }
  const other = findProject(projects, into, place);
  if (other.id === entry.id) throw new CairnError('invalid_input', 'A project does not go into itself.');
  if (entry.joined === (other.joined ?? other.id)) return already(entry);
  return {
    merges: [await planned(entry, { into: other.id, intoName: other.title, intoId: other.joined ?? other.id }, place)],
    skipped: [],
  };
}

/** Plans what a folder that was moved or renamed changes: every project in it goes into the one at its new place. */
export async function planMove(
  { from, to, undo }: { from: string; to: string; undo: boolean },
  place: PlanPlace,
): Promise<MergePlan> {
  const { io } = place;
  const [old, now] = [resolve(io.cwd, from), resolve(io.cwd, to)];
  if (!undo && !existsSync(now)) {
    throw new CairnError('not_found', `There is no folder ${now}.`, { fix: 'Move the folder first, then run this.' });
  }
  const inside = (await allProjects(place)).filter(({ root }) => root === old || root?.startsWith(`${old}${sep}`));
  if (inside.length === 0) {
    throw new CairnError('not_found', `No project in memory was in ${old}.`, { fix: 'cairn projects' });
  }
  const plan: MergePlan = { merges: [], skipped: [] };
  const resolver = createProjectResolver({ userHome: io.userHome, now: io.now });
  for (const entry of inside) {
    const target = join(now, relative(old, entry.root ?? old));
    const found = existsSync(target) ? resolver(target) : undefined;
    if (undo && entry.joined !== undefined) plan.merges.push(await planned(entry, { into: '', intoName: '' }, place));
    else if (undo) plan.skipped.push({ where: whereOf(entry), why: 'it is not merged into another' });
    else if (!existsSync(target)) plan.skipped.push({ where: whereOf(entry), why: `there is no folder ${target}` });
    else if (found === undefined) plan.skipped.push({ where: whereOf(entry), why: `${target} is no project` });
    else if (found.id === entry.id || found.id === entry.joined) {
      plan.skipped.push({ where: whereOf(entry), why: `it is found from ${target} already` });
    } else plan.merges.push(await planned(entry, { into: target, intoName: target, intoId: found.id }, place));
  }
  return plan;
}

function already(entry: Entry): MergePlan {
  return { merges: [], skipped: [{ where: whereOf(entry), why: 'it is merged already' }] };
}

async function planned(
  entry: Entry,
  target: Pick<PlannedMerge, 'into' | 'intoName' | 'intoId'>,
  { memory, io }: PlanPlace,
): Promise<PlannedMerge> {
  const { totals } = await memory.stats({ project: entry.id }, { signal: io.signal });
  const { sessions, memories } = totals;
  return { id: entry.id, name: entry.title, where: whereOf(entry), sessions, memories, ...target };
}

async function allProjects({ memory, io }: PlanPlace): Promise<Entry[]> {
  return (await memory.list({ kinds: ['project'] }, { signal: io.signal })).entries;
}

/** The project of an id, a name or a path in memory: a folder that is gone is found by where its sessions were. */
/** The project that an id, a name or a path names; throws `not_found`, and `invalid_input` where there are several. */
export async function needProject(named: string, place: PlanPlace): Promise<Entry> {
  return findProject(await allProjects(place), named, place);
}

function findProject(projects: readonly Entry[], named: string, { io }: PlanPlace): Entry {
  const path = resolve(io.cwd, named);
  const here = createProjectResolver({ userHome: io.userHome, now: io.now })(path)?.id;
  const isPath = /[/\\]/.test(named) || named === '.' || named === '..';
  const found = isPath
    ? projects.filter(({ id, root }) => root === path || id === here)
    : projects.filter(({ id, title }) => id === named || title === named);
  const [only, ...others] = found;
  if (only === undefined) {
    throw new CairnError('not_found', `There is no project ${JSON.stringify(named)} in memory.`, {
      fix: 'cairn projects',
    });
  }
  if (others.length === 0) return only;
  throw new CairnError('invalid_input', `${found.length} projects are ${JSON.stringify(named)}.`, {
    fix: `Give an id: ${found.map((one) => `${one.id} (${whereOf(one)})`).join(', ')}.`,
  });
}

function whereOf({ root, snippet }: Entry): string {
  return root ?? snippet;
}
