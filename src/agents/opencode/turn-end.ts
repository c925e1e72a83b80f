import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { TurnEnd, TurnFailed } from '../../core/model/event.ts';

/** How a turn ended, by the error of its message or session, if any. A turn that its user stopped has ended as well. */
export function turnEnd(error: JsonObject | undefined): TurnEnd | TurnFailed {
  const name = asString(error?.name);
  if (error === undefined || name === undefined || name === 'MessageAbortedError') return { kind: 'turn.end' };
  const message = asString(asObject(error.data).message) ?? '';
  return { kind: 'turn.failed', error: message === '' ? name : `${name}: ${message}` };
}
