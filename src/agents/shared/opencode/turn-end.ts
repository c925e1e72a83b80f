import { asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { TurnEnd, TurnFailed } from '../../../core/model/event.ts';

/**
 * The end of a turn, from the error, if any, of its message or session. A turn that the user stopped has ended as well.
 */
export function turnEnd(error: JsonObject | undefined): TurnEnd | TurnFailed {
  const name = asString(error?.name);
  if (error === undefined || name === undefined || name === 'MessageAbortedError') return { kind: 'turn.end' };
  const message = asString(asObject(error.data).message) ?? '';
  return { kind: 'turn.failed', error: message === '' ? name : `${name}: ${message}` };
}
