import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { TrippedTripwire } from './tripwires.ts';

/** What a block is wanted for. `now` in milliseconds since 1970, `budget` in tokens. */
export interface BlockRequest {
  occasion: 'start' | 'prompt' | 'file' | 'call';
  session?: SessionId;
  project?: ProjectId;
  prompt?: string;
  /** Path of the file, absolute or relative to the project. */
  file?: string;
  /** The tripwires that a tool call or prompt meets, and by what a failure that it tells of is known. */
  tripped?: readonly TrippedTripwire[];
  failure?: string;
  /** The prompt by its meaning. */
  vector?: QuestionVector;
  budget: number;
  now: number;
  /** For a start: `startup`, `resume`, `clear`, `compact` … */
  trigger?: string;
}

/** Items that a block may draw on: of the project at hand (or of none, outside any), no echoes, not the session's own. */
export function isUsable(item: Item, request: BlockRequest): boolean {
  if (item.detail.echo === true || item.project !== request.project) return false;
  return request.session === undefined || item.session !== request.session;
}
