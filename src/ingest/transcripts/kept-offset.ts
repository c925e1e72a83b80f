import type { Agent } from '../../agents/shared/contract.ts';
import type { JsonObject } from '../../core/json.ts';
import { redact } from '../../privacy/redact.ts';
import type { Log, Offset } from '../../store/contract/log.ts';

/** Field of an offset's state with the version of the reader that wrote it. */
const READER = '$reader';

/**
 * Where reading of a transcript stopped. `undefined` for one that was not read yet, or only by an earlier version of its
 * agent's reader: it is read again from its beginning, and what is known of its events is completed.
 */
export async function keptOffset(path: string, agent: Agent, log: Pick<Log, 'offset'>): Promise<Offset | undefined> {
  const known = await log.offset(redact(path).text);
  return known === undefined || isOutdated(known, agent) ? undefined : withoutReader(known);
}

/** True for a transcript that an earlier version of its agent's reader has read. */
export async function wasReadBefore(path: string, agent: Agent, log: Pick<Log, 'offset'>): Promise<boolean> {
  const known = await log.offset(redact(path).text);
  return known !== undefined && isOutdated(known, agent);
}

/** The state of a reader with its version, as it is kept. */
export function keptState(state: JsonObject, { readerVersion }: Agent): JsonObject {
  return readerVersion === undefined ? state : { ...state, [READER]: readerVersion };
}

function isOutdated({ state }: Offset, { readerVersion = 0 }: Agent): boolean {
  return (typeof state[READER] === 'number' ? state[READER] : 0) < readerVersion;
}

function withoutReader(known: Offset): Offset {
  const { [READER]: _version, ...state } = known.state;
  return { ...known, state };
}
