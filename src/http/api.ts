// http: the wire. `api.ts` holds the wire types that clients share, `app.ts` answers the routes.
// Nothing is remembered, found or decided here: every route is one call of the memory's contract.

import type { ErrorShape } from '../core/errors.ts';
import type { Route } from '../core/wire.ts';
import type {
  Caller,
  ContextRequest,
  ContextResult,
  ForgetInput,
  ForgetResult,
  GetResult,
  ImportInput,
  ImportProgress,
  Memory,
  NoteInput,
  RecordInput,
  RecordResult,
  RememberResult,
  SearchQuery,
  SearchResult,
  StatusResult,
} from '../memory/contract.ts';

/** Request and answer of each route under `/api/v1/`. All are POST with a JSON body; `import` answers NDJSON. */
export interface Api extends Record<Route, { request: unknown; answer: unknown }> {
  record: { request: { events: RecordInput }; answer: RecordResult };
  remember: { request: { note: string | NoteInput }; answer: RememberResult };
  search: { request: { query: string | SearchQuery }; answer: SearchResult };
  get: { request: { ids: string[] }; answer: GetResult };
  context: { request: { request: string | ContextRequest }; answer: ContextResult };
  forget: { request: ForgetInput; answer: ForgetResult };
  import: { request: ImportInput; answer: ImportProgress };
  status: { request: Record<string, never>; answer: StatusResult };
  settled: { request: { timeoutMs?: number }; answer: Record<string, never> };
  hello: { request: Record<string, never>; answer: Hello };
  leave: { request: { version: string }; answer: { leaving: boolean } };
}

/** Who answers: the owner's handshake. */
export interface Hello {
  name: 'cairn';
  version: string;
  pid: number;
  home: string;
  /** ISO 8601. */
  startedAt: string;
}

/** The one shape of every error on the wire. */
export interface ErrorBody {
  error: ErrorShape;
}

/** What the routes answer from. */
export interface AppParts {
  /** The memory as a caller may use it. */
  memoryFor: (caller: Caller) => Memory;
  hello: () => Hello;
  /** Asks the owner to leave for a newer version; true when it will. */
  leave: (version: string) => boolean;
}

/** Answers requests as the web platform has them. */
export interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}
