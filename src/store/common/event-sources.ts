import type { EventSource } from '../../core/model/event.ts';

/** The sources of events, in the order in which an event names those that reported it. */
export const EVENT_SOURCES: readonly EventSource[] = [
  'hook',
  'transcript',
  'sdk',
  'mcp',
  'cli',
  'http',
  'import',
  'sync',
];
