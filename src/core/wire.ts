/** All routes under `/api/v1/`. */
export const ROUTES = [
  'record',
  'remember',
  'search',
  'get',
  'context',
  'forget',
  'import',
  'status',
  'settled',
  'hello',
  'leave',
] as const;

/** Name of a route. */
export type Route = (typeof ROUTES)[number];

/** The path of a route. */
export function routePath(route: Route): string {
  return `/api/v1/${route}`;
}

/** Request headers by which a caller says who it is: its surface, the evidence of a person, and its folder. */
export const CALLER_HEADERS = { surface: 'x-cairn-surface', person: 'x-cairn-person', cwd: 'x-cairn-cwd' } as const;

/** Header that carries the delivery id of a hook; the first line of the answer repeats it. */
export const DELIVERY_HEADER = 'x-cairn-delivery';
