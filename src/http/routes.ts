import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import { integer } from '../api/calls/fields.ts';
import { CALLS } from '../api/calls.ts';

const ofWorker = (help: string): RouteRow => ({ methods: ['POST'], on: 'socket', help });

/** The routes that are no call of the memory: they are about the worker itself, or about the routes. */
const OWN_ROUTES = {
  hello: ofWorker('Who answers.'),
  leave: ofWorker('Asks the owner to leave for a newer version.'),
  listen: {
    ...ofWorker('Answer on 127.0.0.1 as well.'),
    input: { port: integer('Port on 127.0.0.1; default any that is free.', 1, 65_535) },
  },
  'openapi.json': { methods: ['GET'], on: 'anywhere', help: 'This description.' },
} as const satisfies Record<string, RouteRow>;

/** Every route by its name: the calls of a table, and the worker's own. HTTP and OpenAPI are made from it. */
export function routesOf(calls: CallTable = CALLS): Readonly<Record<string, RouteRow | Call>> {
  return { ...calls, ...OWN_ROUTES };
}
