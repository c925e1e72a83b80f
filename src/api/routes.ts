/** All routes under `/api/v1/`. */
export const ROUTES = [
  'record',
  'remember',
  'search',
  'timeline',
  'get',
  'list',
  'update',
  'context',
  'recall',
  'resume',
  'session',
  'patterns',
  'tripwires',
  'impact',
  'stats',
  'contradictions',
  'checkpoint',
  'forget',
  'prune',
  'consolidate',
  'collect',
  'collections',
  'ask',
  'events',
  'import',
  'export',
  'status',
  'jobs',
  'rebuild',
  'llm',
  'doctor',
  'settled',
  'hello',
  'leave',
  'listen',
  'openapi.json',
] as const;

/** Name of a route. */
export type Route = (typeof ROUTES)[number];

/** The path of a route. */
export function routePath(route: Route): string {
  return `/api/v1/${route}`;
}

/**
 * Request headers by which a caller on the socket says who it is: its surface, the evidence of a person or the mark of an
 * agent's environment, the session of its acts, and its folder. On TCP none of them counts but the folder.
 */
export const CALLER_HEADERS = {
  surface: 'x-cairn-surface',
  person: 'x-cairn-person',
  agent: 'x-cairn-agent',
  session: 'x-cairn-session',
  cwd: 'x-cairn-cwd',
} as const;

/**
 * Header that names one delivery, so that one that is told twice counts once: of a hook, whose answer repeats it on its
 * first line, and of a call of `record`.
 */
export const DELIVERY_HEADER = 'x-cairn-delivery';

/** What such a name looks like. */
export const DELIVERY_ID = /^[\w-]{1,100}$/;
