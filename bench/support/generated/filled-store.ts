import { existsSync, renameSync, rmSync } from 'node:fs';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { RULES_STAMP } from '../../../src/derive/item/rules.ts';
import { deriveCheckpoint } from '../../../src/derive/session/checkpoint.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { eventsOfSession, SESSION_EVENTS } from './session-events.ts';

const SESSIONS_AT_ONCE = 10;

/** Fills a store with generated sessions through the log and the rules, unless its file is there already. */
export async function fillStore(path: string, items: number): Promise<void> {
  if (existsSync(path)) return;
  const unfinished = `${path}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(`${unfinished}${end}`, { force: true });
  const store = openSqliteStore({ path: unfinished });
  await store.log.rulesAre(RULES_STAMP);
  const sessions = Math.ceil(items / SESSION_EVENTS);
  for (let first = 0; first < sessions; first += SESSIONS_AT_ONCE) {
    const count = Math.min(SESSIONS_AT_ONCE, sessions - first);
    const events = Array.from({ length: count }, (_, i) => eventsOfSession(first + i)).flat();
    await store.log.append({ events });
    const pending = await store.log.pending(events.length);
    const derived = pending.flatMap((event) => deriveEvent(event, { projectRoot: '/home/dev/work' }).items);
    const checkpoints = [...Map.groupBy(pending, (event) => event.session)].flatMap(([id, of]) => {
      const [one] = of;
      if (one?.project === undefined) return [];
      const times = { startedAt: one.at, lastAt: of.at(-1)?.at ?? one.at };
      return deriveCheckpoint({ id, project: one.project, agent: one.agent, ...times }, derived) ?? [];
    });
    await store.items.apply({ derived: pending, put: [...derived, ...checkpoints] });
  }
  await store.checkpoint();
  await store.close();
  renameSync(unfinished, path);
}
