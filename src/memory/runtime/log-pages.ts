import type { LoggedEvent } from '../../api/answers.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { EventFilter, Log } from '../../store/contract/log.ts';
import type { ChangeSignal } from './change-signal.ts';

/** Events per page: each may have 100,000 characters. */
const PAGE = 50;

/** A page of the log as callers get it; `isFull`: more may stand behind it. */
export interface LogPage {
  events: readonly LoggedEvent[];
  isFull: boolean;
}

/** Reads pages of the log. */
export interface LogPages {
  /** The events of a filter after a place. Those who ask for the same at the same time share one reading. */
  after(filter: EventFilter, place: number): Promise<LogPage>;
}

/** Builds the pages of a log. `appended` tells readings apart between which something was appended. */
export function createLogPages(log: Pick<Log, 'select'>, appended: Pick<ChangeSignal, 'count'>): LogPages {
  const underWay = new Map<string, Promise<LogPage>>();
  return {
    after(filter, place) {
      const { project = '', session = '' } = filter;
      const key = `${appended.count} ${place} ${project} ${session}`;
      const found = underWay.get(key) ?? readPage(log, filter, place).finally(() => underWay.delete(key));
      underWay.set(key, found);
      return found;
    },
  };
}

async function readPage(log: Pick<Log, 'select'>, filter: EventFilter, place: number): Promise<LogPage> {
  const page = await log.select(filter, { after: place, limit: PAGE });
  return { events: page.map(toLogged), isFull: page.length === PAGE };
}

function toLogged({ body, ...event }: StoredEvent): LoggedEvent {
  return {
    ...body,
    seq: event.seq,
    id: event.id,
    kind: body.kind,
    agent: event.agent,
    sessionId: event.session,
    at: new Date(event.at).toISOString(),
    ...omitUndefined({ project: event.project, cwd: event.cwd }),
  };
}
