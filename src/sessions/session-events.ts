import { CairnError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { EventBody } from '../core/model/event.ts';
import { readExportLine } from '../importers/export-format.ts';

/** One event of a session. */
export interface SessionEvent {
  id: string;
  agent: string;
  agentSession: string;
  at: number;
  cwd?: string;
  branch?: string;
  subagent?: string;
  body: EventBody;
}

/** The events of an export's lines, in the order of the lines. Throws `not_found` for none. */
export async function readSessionEvents(lines: AsyncIterable<JsonObject>): Promise<[SessionEvent, ...SessionEvent[]]> {
  const events: SessionEvent[] = [];
  for await (const line of lines) {
    const read = readExportLine(JSON.stringify(line));
    if (typeof read !== 'string' && 'event' in read) events.push(read.event);
  }
  const [first, ...others] = events;
  if (first === undefined)
    throw new CairnError('not_found', 'Cairn keeps nothing of this session.', { fix: 'cairn sessions' });
  return [first, ...others];
}
