import type { Entry } from '../../src/api/answers.ts';
import type { PatternEntry } from '../../src/api/pattern-answers.ts';
import type { Contradiction } from '../../src/api/review-answers.ts';
import { useCall } from '../client/use-call.ts';
import { projectInput } from './scope.ts';

const MOST = 100;
const PAIRS = 50;

/** What waits for a person to decide: the newest 100 proposals, 50 contradictions and 100 patterns of a kind at most. */
export interface Waiting {
  proposed: readonly Entry[];
  pairs: readonly Contradiction[];
  tripwires: readonly PatternEntry[];
  wishes: readonly PatternEntry[];
  /** False until all of it was answered once. */
  isAnswered: boolean;
  /** How many there are of all kinds together. */
  count: number;
  /** Tripwires and wishes that returned, those too that nobody needs to decide. */
  patterns: readonly PatternEntry[];
}

/**
 * What waits for a person to decide, as it comes: the one count of it that every place shows. `later`: it is asked for only
 * after what the first view needs.
 */
export function useWaiting({ later = true }: { later?: boolean } = {}): Waiting {
  const project = projectInput();
  const again = { live: 10, later };
  const statements = useCall('list', { kinds: ['knowledge'], status: 'proposed', limit: MOST, ...project }, again);
  const contradictions = useCall('contradictions', { ...project, limit: PAIRS }, again);
  const tripwires = useCall('patterns', { ...project, kind: 'tripwire', limit: MOST }, again);
  const wishes = useCall('patterns', { ...project, kind: 'preference', limit: MOST }, again);
  const parts = {
    proposed: (statements.value?.entries ?? []).filter(isProposed),
    pairs: (contradictions.value?.contradictions ?? []).filter(
      ({ older, newer }) => older.status !== 'confirmed' || newer.status !== 'confirmed',
    ),
    tripwires: (tripwires.value?.patterns ?? []).filter(isOpen),
    wishes: (wishes.value?.patterns ?? []).filter(isOpen),
  };
  return {
    ...parts,
    isAnswered: [statements, contradictions, tripwires, wishes].every(
      ({ state }) => state !== 'idle' && state !== 'loading',
    ),
    count: Object.values(parts).reduce((sum, rows) => sum + rows.length, 0),
    patterns: [...(tripwires.value?.patterns ?? []), ...(wishes.value?.patterns ?? [])],
  };
}

/** True for a statement that an agent proposed, which nothing later says otherwise. */
export function isProposed({ status, supersededBy }: Entry): boolean {
  return status === 'proposed' && supersededBy === undefined;
}

function isOpen({ status }: PatternEntry): boolean {
  return status === undefined || status === 'proposed';
}
