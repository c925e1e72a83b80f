import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import { hash53, randomId } from '../../core/hash.ts';
import { canonicalJson, type JsonValue } from '../../core/json.ts';
import type { CleanEvent, EventBody, RawEvent } from '../../core/model/event.ts';
import { fingerprintEventId } from '../../core/model/ids.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { IntakeResult } from '../../ingest/intake.ts';
import type { FoundAct, WithheldCall } from '../../pipeline/agent-acts.ts';
import { now } from '../../platform/clock.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The appended events, and the secrets removed, by kind. */
export interface TakenActs {
  taken: IntakeResult;
  redacted: Record<string, number>;
}

/** The event of a caller's act on a memory or project. */
export function actEvent(act: EventBody, caller: Caller): RawEvent {
  const agentSession = caller.session ?? NO_SESSION;
  return eventIn({ agent: caller.surface, agentSession, cwd: caller.cwd }, act, caller);
}

/** The event of what a caller does or states, as a part of a session. */
export function eventIn(
  { agent, agentSession, cwd }: Pick<SessionRow, 'agent' | 'agentSession'> & { cwd?: string | undefined },
  act: EventBody,
  caller: Caller,
): RawEvent {
  const body = withTerminal(act, caller);
  return {
    agent,
    agentSession,
    at: now(),
    ...omitUndefined({ cwd }),
    identity: { content: canonicalJson(JSON.parse(JSON.stringify(body)) as JsonValue), origin: randomId() },
    source: caller.surface,
    body,
  };
}

/** An act or a note with the terminal at which its person was found. */
export function withTerminal<Body extends EventBody>(body: Body, { person, terminal }: Caller): Body {
  return person && terminal !== undefined ? { ...body, terminal } : body;
}

/** The event that takes an act in a person's name back, the same one however often it is found. */
export function takeBack({ at, act, revoked, agent = act.agent }: FoundAct): RawEvent {
  return {
    agent,
    agentSession: NO_SESSION,
    at,
    ...omitUndefined({ cwd: act.cwd }),
    identity: { content: `${revoked.unproven === true ? 'hinted' : 'revoked'} ${act.id}`, origin: act.id },
    source: 'transcript',
    body: revoked,
  };
}

/** An event that is not kept, with an id to name it by: a numbered one has its own. */
export function toWithheld({ key, source, alsoFrom = [], agent, at, session, body }: CleanEvent): WithheldCall {
  const id = 'id' in key ? key.id : fingerprintEventId(key.fingerprint, hash53(key.origin));
  return { id, agent, at, session, body, sources: [source, ...alsoFrom] };
}

/** Takes events in and waits until they are derived; `not_allowed` when the door or a tombstone refuses one. */
export async function takeActs(
  { intake, deriver, deadlines }: Pick<MemoryParts, 'intake' | 'deriver' | 'deadlines'>,
  raws: readonly RawEvent[],
): Promise<TakenActs> {
  const before = intake.redacted();
  const taken = await intake.events(raws);
  const redacted = difference(intake.redacted(), before);
  if (taken.outcomes.includes('excluded')) {
    throw new CairnError('not_allowed', 'This project is excluded from memory.', { fix: 'cairn status' });
  }
  if (taken.outcomes.includes('refused')) {
    throw new CairnError('not_allowed', 'This was forgotten before and is not taken in again.');
  }
  await deriver.derived(deadlines.settledMs);
  return { taken, redacted };
}

function difference(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}
