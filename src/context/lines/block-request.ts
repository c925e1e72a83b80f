import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { Trail } from './trail.ts';
import type { TrippedTripwire } from './tripwires.ts';

/** The request for a block. `now` in milliseconds since 1970, `budget` in tokens. */
export interface BlockRequest {
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
  /** Where the block will be read; absent: no file is looked at. */
  place?: { cwd?: string; agent?: string; userHome: string };
  /** For a start: `startup`, `resume`, `clear`, `compact` … */
  trigger?: string;
  /** Collects why each line came into the block or not. */
  trail?: Trail;
}

/**
 * True for an item that a block may use: of the project at hand (outside any project, of none), no echo, not muted, not of
 * the session itself.
 */
export function isUsable(item: Item, request: BlockRequest): boolean {
  if (item.detail.echo === true || item.detail.muted === true || item.project !== request.project) return false;
  return request.session === undefined || item.session !== request.session;
}

/** The filter for the project of a request; none outside any project. */
export function projectFilter({ project }: BlockRequest): Pick<BlockRequest, 'project'> {
  return project === undefined ? {} : { project };
}
