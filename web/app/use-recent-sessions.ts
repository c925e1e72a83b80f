import type { Entry } from '../../src/api/answers.ts';
import { useCall } from '../client/use-call.ts';

const MOST = 50;

/** The sessions that were active last, at most 50. */
export function useRecentSessions(): readonly Entry[] {
  return useCall('list', { kinds: ['session'], limit: MOST }, { live: 4, later: true }).value?.entries ?? [];
}
