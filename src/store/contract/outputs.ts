import type { EventId, ProjectId } from '../../core/ids.ts';

/** Which outputs of tools are meant: long ones of runs before a time, some of them not before another (ms since 1970). */
export interface OutputFilter {
  before: number;
  since?: number;
  project?: ProjectId | undefined;
}

/** A long output, and the runs that gave it. */
export interface OldOutput {
  body: number;
  events: EventId[];
}

/** Long outputs of tools, each kept once by content: of old ones the middle goes (design §13). */
export interface Outputs {
  /** How many there are of a filter, and how many bytes they take. `last` grows when there are more. */
  measure(filter: OutputFilter): Promise<{ outputs: number; bytes: number; last: number }>;
  /** Some of a filter after one, whose middle may go. */
  old(filter: OutputFilter, page: { after: number; limit: number }): Promise<OldOutput[]>;
  /** Puts another text in the place of an output, for all that hold it; bytes that this saves. */
  replace(body: number, text: string): Promise<number>;
  /** Says that the middle of outputs stays: they are not among the old ones any more, nor are those that were replaced. */
  keepWhole(bodies: readonly number[]): Promise<void>;
}
