import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import type { Tally } from '../engine/counters.ts';
import type { Engine } from '../engine/engine.ts';
import type { Interned } from '../engine/interned.ts';
import type { SessionChanges } from './sessions.ts';
import type { Tombstones } from './tombstones.ts';

/** What appending needs of the store. */
export interface AppendParts {
  engine: Engine;
  interned: Interned;
  tombstones: Tombstones;
}

/** One append under way. `fresh` holds what is new and not written yet, `known` the ids of what is in the log. */
export interface AppendStep extends AppendParts {
  sessions: SessionChanges;
  tally: Tally;
  fresh: Map<EventId, CleanEvent>;
  known: Set<EventId>;
}
