import type { Deadlines } from '../core/deadlines.ts';

/** How a client reaches the worker; `connect` starts one where that is allowed. */
export interface Connection {
  readonly socket: string;
  /** Milliseconds of silence after which a call is given up; and when and for how long the worker is asked if it lives. */
  readonly deadlines: Pick<Deadlines, 'callMs' | 'quietMs' | 'aliveMs'>;
  connect: () => Promise<void>;
}
