import { role } from '../client/session-state.ts';
import { toast } from './toasts.ts';

/** Whether the page may change what is remembered; where it may not, says what helps. */
export function mayChange(): boolean {
  if (role.value === 'person') return true;
  toast('This page only reads. Run cairn ui in a terminal of your own to change something.', { isBad: true });
  return false;
}
