import type { RouteRow } from '../api/calls/call.ts';
import { integer, needed, text } from '../api/calls/fields.ts';
import type { JsonObject } from '../core/json.ts';

const ofWorker = (help: string): RouteRow => ({ methods: ['POST'], on: 'socket', help });

/** The routes that are no call of the memory: they are about the worker itself, who asks, or the routes. */
export const OWN_ROUTES = {
  hello: ofWorker('Who answers.'),
  leave: ofWorker('Asks the owner to leave for a newer version.'),
  listen: {
    ...ofWorker('Answer on 127.0.0.1 as well.'),
    input: { port: integer('Port on 127.0.0.1; default any that is free.', 1, 65_535) },
  },
  'sign-in-code': ofWorker('Makes a code that signs one page in, once, within a minute.'),
  'sign-in': {
    methods: ['POST'],
    on: 'tcp',
    help: 'Signs a page in by the code of `cairn ui`: it gets a cookie, and a key for the header `x-cairn-page`.',
    input: { code: needed(text('The code.')) },
  },
  'sign-out': { methods: ['POST'], on: 'tcp', help: 'Signs the page out that asks.' },
  whoami: { methods: ['GET'], on: 'anywhere', help: 'Who asks: a person or a reader in a page, or a program.' },
  'openapi.json': { methods: ['GET'], on: 'anywhere', help: 'This description.' },
} as const satisfies Record<string, RouteRow>;

const UNTIL: JsonObject = { type: 'string', format: 'date-time', description: 'When the page has to sign in again.' };
const WHO: JsonObject = { as: { enum: ['person', 'reader', 'program'] }, until: UNTIL };

/** The JSON Schemas of what the own routes answer that pages ask. */
export const OWN_ANSWERS: Readonly<Record<string, JsonObject>> = {
  'sign-in': { type: 'object', properties: { key: { type: 'string' }, ...WHO }, required: ['key', 'as', 'until'] },
  'sign-out': { type: 'object' },
  whoami: { type: 'object', properties: WHO, required: ['as'] },
};
