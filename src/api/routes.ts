/** The path under which a route is asked: a call, or one of the worker's own. */
export function routePath(route: string): string {
  return `/api/v1/${route}`;
}

/** The path of a resource or, with an id, of one thing of it. */
export function resourcePath(name: string, id?: string): string {
  return id === undefined ? routePath(name) : `${routePath(name)}/${id}`;
}

/** The path at which the worker answers MCP on TCP. */
export const MCP_PATH = '/mcp';

/**
 * Request headers by which a caller on the socket says who it is: its surface, the process in which a person types (its pid
 * and start, which the worker checks), whether an agent's environment is set, the session of its acts, that in which its agent
 * asks, and its folder. On TCP only the folder counts.
 */
export const CALLER_HEADERS = {
  surface: 'x-cairn-surface',
  person: 'x-cairn-person',
  agent: 'x-cairn-agent',
  session: 'x-cairn-session',
  asking: 'x-cairn-asking',
  cwd: 'x-cairn-cwd',
} as const;

/** Request header by which a signed-in page shows its key, beside its cookie; with it no page of another origin can ask. */
export const PAGE_HEADER = 'x-cairn-page';

/** Name of a signed-in page's cookie: browsers keep cookies of a host for all its ports together. */
export function pageCookieName(host: string): string {
  return `cairn-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
}

/** The value of a signed-in page's cookie in a Cookie header; `undefined` when it holds none, or more than one. */
export function pageCookie(host: string, header: string): string | undefined {
  const start = `${pageCookieName(host)}=`;
  const found = header
    .split(';')
    .flatMap((part) => (part.trim().startsWith(start) ? part.trim().slice(start.length) : []));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Header that names one delivery, so that one that arrives twice counts once: of a hook, whose answer repeats it on its
 * first line, and of a call of `record`.
 */
export const DELIVERY_HEADER = 'x-cairn-delivery';

/** The form of a delivery's name. */
export const DELIVERY_ID = /^[\w-]{1,100}$/;
