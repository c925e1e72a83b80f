import type { EventKind } from '../../../core/model/event.ts';
import type { Capabilities } from '../contract.ts';

/** The kinds of events of which a transcript is the authority unless an agent's table says otherwise. */
const IN_TRANSCRIPTS: readonly EventKind[] = [
  'prompt',
  'message',
  'tool.start',
  'tool.end',
  'subagent.start',
  'subagent.end',
  'compact.end',
  'turn.end',
  'turn.failed',
];

/** The kinds of events that a hook decides where a session's file says neither when it began nor when it ended. */
export const SESSION_EDGES = ['session.start', 'session.end'] as const;

/** Hook events before a tool call, as Claude Code and many after it name them. */
export const BEFORE_TOOL: readonly string[] = ['PreToolUse'];

/** Where an agent differs: kinds that `hook` decides, kinds that its transcript contains as well, kinds that never come. */
export interface AuthorityExceptions {
  hook?: readonly EventKind[];
  transcript?: readonly EventKind[];
  never?: readonly EventKind[];
}

/** The authority for each kind of event, by what an agent's transcript usually contains and the exceptions from it. */
export function authorityOf(exceptions: AuthorityExceptions = {}): Capabilities['authority'] {
  const { hook = [], transcript = [], never = [] } = exceptions;
  const rows = [
    ...[...IN_TRANSCRIPTS, ...transcript].map((kind) => [kind, 'transcript'] as const),
    ...hook.map((kind) => [kind, 'hook'] as const),
  ];
  return Object.fromEntries(rows.filter(([kind]) => !never.includes(kind)));
}

/** Tools that name their file in the same input field. */
export function fileTools(field: string, tools: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.map((tool) => [tool, field]));
}

/** The events of registered hooks, each once. */
export function eventsOf(hooks: readonly { event: string }[]): string[] {
  return [...new Set(hooks.map(({ event }) => event))];
}

/**
 * What only set-up and the registry read of an agent. The bundler knows that nothing else happens here, and leaves it out
 * of the hook, which does not read it.
 */
export function forSetup<T>(make: () => T): T {
  return make();
}
