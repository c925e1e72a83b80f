import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BlockFormat } from './shape-line.ts';
import type { Trail } from './trail.ts';
import type { TrippedTripwire } from './tripwires.ts';

/** The request for a block. `now` in milliseconds since 1970, `budget` in tokens. */
export interface BlockRequest {
  /** True: nothing but the constraints that a person stated or confirmed. */
  constraints?: boolean;
  occasion: 'start' | 'prompt' | 'file' | 'call';
  session?: SessionId;
  project?: ProjectId;
  prompt?: string;
  /** The agent takes context with its calls alone: no prompt of it will ask for more. */
  promptless?: boolean;
  /** Path of the file, absolute or relative to the project. */
  file?: string;
  /** The tripwires that a tool call or prompt trips, and the keys of the failures that it reports. */
  tripped?: readonly TrippedTripwire[];
  failures?: readonly string[];
  /** The embedded prompt. */
  vector?: QuestionVector;
  budget: number;
  /** The part of `budget` that the start of the session left to its first prompt; absent or 0 for another prompt. */
  spare?: number;
  now: number;
  /** The project and those joined with it, as `withGroup` finds them. */
  group?: ReadonlySet<ProjectId>;
  /** Where the block will be read; absent: no file is looked at. */
  place?: { cwd?: string; agent?: string; userHome: string };
  /** For a start: `startup`, `resume`, `clear`, `compact` … */
  trigger?: string;
  /** Default `plain`. */
  format?: BlockFormat;
  /** Collects why each line came into the block or not. */
  trail?: Trail;
}

/** True for what belongs to the project of a request, or to one that is joined with it; outside any project, to none. */
export function isOfProject(
  { project, group }: Pick<BlockRequest, 'project' | 'group'>,
  id: ProjectId | undefined,
): boolean {
  return id === project || (id !== undefined && group?.has(id) === true);
}

/** The request with the projects that are joined with its own. */
export async function withGroup<Request extends Pick<BlockRequest, 'project' | 'group'>>(
  store: Pick<Store, 'log'>,
  request: Request,
): Promise<Request> {
  const { project, group } = request;
  if (project === undefined || group !== undefined) return request;
  const rows = await store.log.projects();
  const top = topOf(rows.find(({ id }) => id === project));
  const joined = rows.filter((row) => top !== undefined && topOf(row) === top);
  return { ...request, group: new Set(joined.map(({ id }) => id)) };
}

function topOf(row: ProjectRow | undefined): ProjectId | undefined {
  return row?.joined ?? row?.id;
}

/**
 * True for an item that a block may use: of the project at hand (outside any project, of none), no echo, not muted, not of
 * the session itself.
 */
export function isUsable(item: Item, request: BlockRequest): boolean {
  if (item.detail.echo === true || item.detail.muted === true) return false;
  if (!isOfProject(request, item.project)) return false;
  return request.session === undefined || item.session !== request.session;
}

/** The filter for the project of a request; none outside any project. */
export function projectFilter({ project }: BlockRequest): Pick<BlockRequest, 'project'> {
  return project === undefined ? {} : { project };
}
