import type { CleanEvent } from '../../../src/core/model/event.ts';
import { type ProjectId, projectId, type SessionId } from '../../../src/core/model/ids.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { RULES_STAMP } from '../../../src/derive/item/rules.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { eventsOfSession, identityOfSession } from '../generated/session-events.ts';
import { ROOT, workedEvents } from '../generated/session-of-work.ts';

/** One of this many events is forgotten, so that there are tombstones. */
const FORGOTTEN_EACH = 40;
const BATCH = 100;
const BEGAN = Date.UTC(2026, 5, 1);

/** Sessions of a store, and events of its one long session. */
export interface StoreSize {
  sessions: number;
  worked: number;
}

/** Makes a database of Cairn by appending, deriving and forgetting, with rows in every table of the log; leaves it closed. */
export async function makeDamageableStore(path: string, { sessions, worked }: StoreSize): Promise<void> {
  const store = openSqliteStore({ path });
  await store.log.rulesAre(RULES_STAMP);
  const identities = [ROOT, ...Array.from({ length: sessions }, (_, i) => identityOfSession(i))];
  const projects = new Map(identities.map((identity) => [projectId(identity), identity]));
  const events = [...Array.from({ length: sessions }, (_, i) => eventsOfSession(i)).flat(), ...workedEvents(0, worked)];
  for (let first = 0; first < events.length; first += BATCH) {
    const batch = events.slice(first, first + BATCH).map(toReported);
    const [one] = batch;
    if (one === undefined) continue;
    await store.log.append({
      events: batch,
      delivery: { id: `delivery ${first}`, at: BEGAN + first },
      offset: offsetOf(one, first),
      projects: projectsOf(batch, projects),
    });
    const pending = await store.log.pending(batch.length);
    const put = pending.flatMap((event) => deriveEvent(event, { projectRoot: '/home/dev/work' }).items);
    await store.items.apply({ derived: pending, put });
  }
  await store.log.count({ 'hook:Stop': 3, 'skipped:line': 1 }, BEGAN);
  const ids = (await store.log.since(0, events.length)).map(({ id }) => id);
  const forgotten = ids.filter((_, i) => i % FORGOTTEN_EACH === 0);
  await store.log.erase(forgotten, BEGAN, { sessions: ['s_aaaaaaaaaaaaaaaa' as SessionId] });
  await store.giveBack();
  await store.checkpoint();
  await store.close();
}

/** Some events have no number of their own, as hooks tell them. */
function toReported(event: CleanEvent, index: number): CleanEvent {
  if (index % 5 !== 0) return event;
  const fingerprint = JSON.stringify([event.session, event.at, event.body.kind]);
  return { ...event, key: { fingerprint, origin: `line ${event.at}` } };
}

function offsetOf({ agent, agentSession, cwd }: CleanEvent, first: number) {
  const path = `/home/dev/.${agent}/projects/-home-dev-work/${agentSession}.jsonl`;
  const stamp = { resumeAt: first, sizeBytes: first, modifiedAt: BEGAN, head: 'abc', headBytes: 1_024 };
  return { path, agent, ...stamp, state: { cwd: cwd ?? '' } };
}

function projectsOf(events: readonly CleanEvent[], identities: ReadonlyMap<ProjectId, string>) {
  const ids = [...new Set(events.flatMap(({ project }) => project ?? []))];
  return ids.map((id) => ({ id, identity: identities.get(id) ?? '', name: id.slice(2, 8), root: `/home/dev/${id}` }));
}
