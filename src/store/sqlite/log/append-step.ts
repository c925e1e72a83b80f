import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import type { Engine } from '../engine/engine.ts';
import type { Interned } from '../engine/interned.ts';
import type { RowCounts } from '../engine/row-counts.ts';
import type { SessionRowChanges } from './sessions.ts';
import type { Tombstones } from './tombstones.ts';

/** What appending needs of the store. */
export interface AppendDeps {
  engine: Engine;
  interned: Interned;
  tombstones: Tombstones;
}

/**
 * One append in progress. `fresh` contains the new events that are not written yet, `known` the ids of events in the
 * log.
 */
export interface AppendStep extends AppendDeps {
  sessions: SessionRowChanges;
  tally: RowCounts;
  fresh: Map<EventId, CleanEvent>;
  known: Set<EventId>;
}
