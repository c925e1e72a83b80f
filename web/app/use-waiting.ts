import { useCall } from '../client/use-call.ts';
import { projectInput } from './scope.ts';

const MOST = 100;

/** How many statements of agents wait for a person, at most 100. */
export function useWaiting(): number {
  const input = { kinds: ['knowledge' as const], status: 'proposed' as const, limit: MOST, ...projectInput() };
  return useCall('list', input, { live: 10, later: true }).value?.entries.length ?? 0;
}
