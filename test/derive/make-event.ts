import { hashBase32 } from '../../src/core/hash.ts';
import type { EventBody, StoredEvent, ToolEnd } from '../../src/core/model/event.ts';
import type { EventId, ProjectId, SessionId } from '../../src/core/model/ids.ts';
import type { Item } from '../../src/core/model/item.ts';
import { deriveEvent } from '../../src/derive/event/derive-event.ts';

/** Root of the project in which the events of these tests happen. */
export const ROOT = '/home/dev/shop';
/** Session of these events. */
export const SESSION = 's_aaaaaaaaaaaaaaaa' as SessionId;
const PROJECT = 'r_aaaaaaaaaaaaaaaa' as ProjectId;

/** An event as the log stores it; `over` replaces fields. */
export function makeEvent(body: EventBody, over: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id: `e_${hashBase32([JSON.stringify(body), String(over.at ?? 0)])}` as EventId,
    seq: 1,
    agent: 'claude-code',
    agentSession: 'one',
    session: SESSION,
    project: PROJECT,
    cwd: ROOT,
    at: 1_767_600_000_000,
    sources: ['transcript'],
    authority: 2,
    privacy: 1,
    body,
    ...over,
  };
}

/** The body of a finished tool call that succeeded. */
export function toolEnd(tool: string, input: ToolEnd['input'], over: Partial<ToolEnd> = {}): ToolEnd {
  return { kind: 'tool.end', tool, input, output: '', success: true, ...over };
}

/** The items and exposure derived from a tool call in the project of these tests. */
export function deriveTool(tool: string, input: ToolEnd['input'], over: Partial<ToolEnd> = {}) {
  return deriveEvent(makeEvent(toolEnd(tool, input, over)), { projectRoot: ROOT });
}

/** The one item of a tool call. */
export function toolItem(tool: string, input: ToolEnd['input'], over: Partial<ToolEnd> = {}): Item {
  const [item] = deriveTool(tool, input, over).items;
  if (item === undefined) throw new Error(`${tool} gave no item`);
  return item;
}
