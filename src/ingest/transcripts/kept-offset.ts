import type { Agent } from '../../agents/shared/contract.ts';
import type { JsonObject } from '../../core/json.ts';
import { redact } from '../../privacy/redact.ts';
import type { Log, Offset } from '../../store/contract/log.ts';

/** Fields of an offset's state: the version of the reader that wrote it, and that what it read proves no person. */
const READER = '$reader';
const UNPROVEN = '$unproven';

/** The reader of a transcript, and whether what the transcript says of a person is evidence. */
export interface ReadAs {
  agent: Agent;
  proves: boolean;
}

/**
 * Where reading of a transcript stopped. `undefined` for one that was not read yet, or only by an earlier version of its
 * agent's reader, or as no evidence of a person while it is some now: it is read again from its beginning, and what is known
 * of its events is completed.
 */
export async function keptOffset(
  path: string,
  { agent, proves }: ReadAs,
  log: Pick<Log, 'offset'>,
): Promise<Offset | undefined> {
  const known = await log.offset(redact(path).text);
  const isLacking = proves && known?.state[UNPROVEN] === true;
  return known === undefined || isLacking || isOutdated(known, agent) ? undefined : withoutMarks(known);
}

/** True for a transcript that an earlier version of its agent's reader has read. */
export async function wasReadBefore(path: string, agent: Agent, log: Pick<Log, 'offset'>): Promise<boolean> {
  const known = await log.offset(redact(path).text);
  return known !== undefined && isOutdated(known, agent);
}

/** The state of a reader with its version, and whether it proves no person, as it is kept. */
export function keptState(state: JsonObject, { agent: { readerVersion }, proves }: ReadAs): JsonObject {
  return {
    ...state,
    ...(readerVersion !== undefined && { [READER]: readerVersion }),
    ...(!proves && { [UNPROVEN]: true }),
  };
}

/** The state of an offset whose transcript is read again from its beginning, by any version of a reader. */
export function stateToReadAgain(state: JsonObject): JsonObject {
  return { ...state, [READER]: -1 };
}

function isOutdated({ state }: Offset, { readerVersion = 0 }: Agent): boolean {
  return (typeof state[READER] === 'number' ? state[READER] : 0) < readerVersion;
}

function withoutMarks(known: Offset): Offset {
  const { [READER]: _version, [UNPROVEN]: _unproven, ...state } = known.state;
  return { ...known, state };
}
