import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import { CALLS } from '../api/calls.ts';
import { OWN_ROUTES } from './own-routes.ts';

/** Every route by its name: the calls of a table, and the worker's own. HTTP and OpenAPI are made from it. */
export function routesOf(calls: CallTable = CALLS): Readonly<Record<string, RouteRow | Call>> {
  return { ...calls, ...OWN_ROUTES };
}
