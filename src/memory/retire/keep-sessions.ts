import { randomId } from '../../core/hash.ts';
import type { JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import type { Intake } from '../../ingest/intake.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';

/** Kinds of aggregates of whole sessions. */
const MADE: readonly ItemKind[] = ['summary', 'checkpoint', 'topic', 'snippet'];
const MADE_MAX = 500;

/**
 * Writes the aggregates of sessions into the log before events of theirs are pruned, so that the aggregates stay as
 * they are.
 */
export async function keepSessions(
  { store, intake }: { store: Store; intake: Intake },
  ids: readonly SessionId[],
  { person }: { person: boolean },
): Promise<void> {
  for (const session of ids) {
    const [row] = await store.log.sessions({ ids: [session], limit: 1 });
    if (row === undefined) continue;
    const items = await store.items.list(
      { session, kinds: MADE, hidden: true },
      { limit: MADE_MAX, oldestFirst: true },
    );
    const made = items.filter(({ event }) => event === undefined).map(withoutSession);
    const findings = (await store.distilled.findingsOf(session)).map(withoutSession);
    await intake.events([prunedEvent(row, { items: made, findings, person })]);
  }
}

/** Dated at the end of the session, which it does not extend. */
function prunedEvent(
  { id, agent, agentSession, lastAt, cwd }: SessionRow,
  made: { items: JsonObject[]; findings: JsonObject[]; person: boolean },
): RawEvent {
  return {
    agent,
    agentSession,
    at: lastAt,
    ...(cwd === undefined ? {} : { cwd }),
    identity: { number: randomId() },
    source: 'cli',
    body: { kind: 'pruned', target: id, ...made },
  };
}

function withoutSession({ session: _, ...made }: { session?: SessionId }): JsonObject {
  return JSON.parse(JSON.stringify(made)) as JsonObject;
}
