/** The path under which a route is asked: a call, or one of the worker's own. */
export function routePath(route: string): string {
  return `/api/v1/${route}`;
}

/**
 * Request headers by which a caller on the socket says who it is: its surface, the process in which a person types (its pid
 * and start, which the worker checks), whether an agent's environment is set, the session of its acts, and its folder. On TCP
 * only the folder counts.
 */
export const CALLER_HEADERS = {
  surface: 'x-cairn-surface',
  person: 'x-cairn-person',
  agent: 'x-cairn-agent',
  session: 'x-cairn-session',
  cwd: 'x-cairn-cwd',
} as const;

/**
 * Header that names one delivery, so that one that arrives twice counts once: of a hook, whose answer repeats it on its
 * first line, and of a call of `record`.
 */
export const DELIVERY_HEADER = 'x-cairn-delivery';

/** The form of a delivery's name. */
export const DELIVERY_ID = /^[\w-]{1,100}$/;
