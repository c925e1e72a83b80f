import { dirname } from 'node:path';
import { narrowSettings, type OwnSettings } from '../config/project-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type ItemId, type ProjectId, sessionId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { ProjectPaths } from '../derive/tool/project-paths.ts';
import { type Action, actionOf } from '../derive/tripwire/action.ts';
import { actionsAskedIn } from '../derive/tripwire/asked-actions.ts';
import { namedPlaces } from '../derive/tripwire/named-places.ts';
import type { PlacedNeed } from '../ingest/intake.ts';
import { topOf } from '../ingest/top-of.ts';
import { realPathOf } from '../platform/files.ts';
import type { ProjectConfigs } from '../projects/project-config.ts';
import type { ProjectResolver } from '../projects/resolve-project.ts';
import type { ProjectRow } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { refusalFor, type TrippedTripwire, tripwiresMet, waitingTripwires } from './lines/tripwires.ts';

/** A tripped tripwire, and the mode of its project. */
type Tripped = TrippedTripwire & { mode: Settings['tripwires.mode'] };

/** The call or prompt of an agent. */
type TriedNeed = PlacedNeed & { agent: string; refusable?: boolean };

/** The memory and settings by which a hook's call is judged. */
interface CallGround {
  store: Store;
  /** The settings that hold in the project of the folder, and the person's own. */
  settings: Pick<Settings, 'tripwires.mode'>;
  own: OwnSettings & { userHome: string };
  project: ProjectId | undefined;
  configOf: ProjectConfigs;
  rootOf: ProjectResolver;
}

/** A project whose tripwires a call can trip. `onlyPaths`: it only contains what is named, within a project of its own. */
interface RuledPlace {
  project: ProjectId | undefined;
  mode: Settings['tripwires.mode'];
  paths: ProjectPaths;
  folder?: string;
  onlyPaths?: boolean;
}

/**
 * The confirmed tripwires that a tool call or a prompt trips. A call is judged by those of the project of its folder, of the one
 * in which its session began, and of those whose files and folders it names.
 */
export async function trippedBy(need: TriedNeed, judged: CallGround): Promise<Tripped[]> {
  const { store } = judged;
  if (need.call === undefined && need.prompt === undefined) return [];
  if ((await store.distilled.find({ kinds: ['tripwire'], confirmed: 'only', limit: 1 })).length === 0) return [];
  const session = sessionId(need.agent, need.agentSession);
  const found = new Map<ItemId, Tripped>();
  for (const { project, mode, paths, folder, onlyPaths } of await placesOf(need, judged)) {
    if (mode === 'off') continue;
    const all = await waitingTripwires(store, project, 'only');
    const waiting = all.filter(({ matchers }) => onlyPaths !== true || matchers.some(({ on }) => on === 'path'));
    const actions = waiting.length === 0 ? [] : actionsOf(need, paths);
    if (actions.length === 0) continue;
    const asked = { waiting, actions, confirmed: true, session, ...omitUndefined({ folder }) };
    for (const one of await tripwiresMet(store, asked)) {
      if (mode === 'block' || !found.has(one.item.id)) found.set(one.item.id, { ...one, mode });
    }
  }
  return [...found.values()];
}

/** The refusal of a call that has not run yet, where the agent accepts one and a project's mode asks for it. */
export function refusalAmong({ refusable, call }: TriedNeed, met: readonly Tripped[]): ReturnType<typeof refusalFor> {
  if (refusable !== true || call === undefined || call.output !== undefined) return undefined;
  return refusalFor(met.filter(({ mode }) => mode === 'block'));
}

async function placesOf(
  need: TriedNeed,
  { store, settings, own, project, configOf, rootOf }: CallGround,
): Promise<RuledPlace[]> {
  const { cwd, call } = need;
  const { userHome } = own;
  const known = (await store.log.projects()).flatMap(({ id, root }) => (root === undefined ? [] : [{ id, root }]));
  const projectRoot = known.find(({ id }) => id === project)?.root;
  const here: RuledPlace = { project, mode: settings['tripwires.mode'], paths: { projectRoot, cwd, userHome } };
  if (call === undefined || call.output !== undefined) return [here];
  const places = new Map<string, RuledPlace>([[`${project}`, here]]);
  const add = (other: Pick<ProjectRow, 'id' | 'root'> | undefined, folder: string, onlyPaths = false): void => {
    if (other?.root === undefined || (other.id === project && other.root === projectRoot)) return;
    const { id, root } = other;
    const key = `${id} ${root}`;
    if (places.has(key) && (onlyPaths || places.get(key)?.onlyPaths !== true)) return;
    const mode = narrowSettings(own, configOf(root)?.narrowed ?? {})['tripwires.mode'];
    places.set(key, {
      project: id,
      mode,
      paths: { ...here.paths, projectRoot: root, isElsewhere: true },
      folder,
      onlyPaths,
    });
  };
  // A work tree, or another clone, is the project from its own top on.
  const addCheckout = (place: string): void => {
    const root = topOf(place);
    const found = root === dirname(root) ? undefined : rootOf(root);
    if (found !== undefined && (found.id === project || found.root !== root)) add({ id: found.id, root }, root);
  };
  if (cwd !== undefined) addCheckout(cwd);
  const [begun] = await store.log.sessions({ ids: [sessionId(need.agent, need.agentSession)], limit: 1 });
  if (begun?.cwd !== undefined) {
    add(rootOf(begun.cwd), begun.cwd);
    addCheckout(begun.cwd);
  }
  for (const named of namedPlaces(call, { userHome, ...omitUndefined({ cwd }) })) {
    const around = known.filter(({ root }) => isWithin(named, root) || isWithin(realPathOf(named), root));
    const [inner, ...outer] = around.sort((one, other) => other.root.length - one.root.length);
    // Git says which project a folder is of that no session worked in, as a work tree elsewhere.
    if (inner === undefined) add(rootOf(dirname(named)), dirname(named));
    else add(inner, inner.root);
    for (const one of outer) add(one, one.root, true);
    addCheckout(named);
  }
  return [...places.values()];
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root.replace(/\/$/, '')}/`);
}

function actionsOf({ call, prompt = '' }: TriedNeed, place: ProjectPaths): Action[] {
  if (call === undefined) return actionsAskedIn(prompt, place);
  const action = actionOf(call, place);
  return action === undefined ? [] : [action];
}
