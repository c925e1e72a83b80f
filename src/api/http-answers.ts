import type { ErrorShape } from '../core/errors.ts';
import type { Caller } from './contract.ts';
import type { Uses } from './methods.ts';

/** Who answers: the worker's handshake. */
export interface Hello {
  name: 'cairn';
  version: string;
  pid: number;
  home: string;
  /** ISO 8601. */
  startedAt: string;
}

/** Where the worker answers on TCP, and the token that every request there must show (`Authorization: Bearer`). */
export interface Listening {
  url: string;
  token: string;
}

/** Who may ask from a page: a person, or a reader, who changes nothing. */
export interface PageOwner {
  as: 'person' | 'reader';
  /** The terminal at which the person was found. */
  terminal?: string;
}

/** A signed-in page; `until` is the time in milliseconds since 1970 when it has to sign in again. */
export interface PageSession extends PageOwner {
  until: number;
}

/** What a page shows: its cookie, which the browser sends to every port, and its key, which other pages cannot read. */
export interface PageShown {
  cookie: string | undefined;
  key: string | undefined;
}

/** What a sign-in gives to a page. */
export interface SignedIn {
  cookie: string;
  key: string;
  session: PageSession;
  /** How long it lasts. */
  seconds: number;
}

/** The pages that are signed in. */
export interface SignIns {
  /** A code that signs one page in, once, within a minute. */
  createCode: (by: PageOwner) => string;
  /** Signs a page in, in place of what it was before. Throws `unauthorized`, or `too_many` after too many attempts. */
  signIn: (code: string, shown: PageShown) => SignedIn;
  find: (shown: PageShown) => PageSession | undefined;
  /** Counts a change that a page makes. Throws `too_many` when it is one too many. */
  countWrite: () => void;
  signOut: (shown: PageShown) => void;
}

/** Where a page signs in, with whom it makes of it. */
export interface SignInCode {
  /** Address of the page, without the code. */
  url: string;
  code: string;
  as: PageOwner['as'];
}

/** The one shape of every error on the wire. */
export interface ErrorBody {
  error: ErrorShape;
}

/** What the routes answer from. */
export interface AppDeps {
  /** By which way requests come: on TCP, callers are not believed and the worker's own routes are not there. */
  via: 'socket' | 'tcp';
  /** The calls as a caller may use them, each with an input that was checked. */
  usesFor: (caller: Caller) => Uses;
  /** Checks the claim of a process on the socket that a person types in it; absent: none is believed. */
  findPerson?: ((claim: string) => { terminal: string } | undefined) | undefined;
  /** How often something was written; what is read stays the same until it grows. Absent: nobody counts. */
  changes?: (() => number) | undefined;
  hello: () => Hello;
  /** Asks the worker to leave for a newer version; true when it will. */
  leave: (version: string) => boolean;
  /** Answers on TCP as well. `busy` when it does at another port, or the port is taken. */
  listen: (port: number | undefined) => Promise<Listening>;
  /** Serves pages on TCP as well, at a port that served none before, and gives the address; absent: it serves none. */
  listenForPages?: (() => Promise<Pick<Listening, 'url'>>) | undefined;
  /** The pages that are signed in; absent: none can be. */
  signIns?: SignIns | undefined;
  /** Milliseconds without an event after which a reader of live events gets a beat; default the product's. */
  beatMs?: number | undefined;
  /** Answers MCP of a caller at `/mcp`; absent: it is not there. */
  mcp?: ((request: Request, caller: Caller) => Promise<Response>) | undefined;
  /** Aborts when the worker leaves: streams that would go on end. */
  leaving: AbortSignal;
}

/** Answers requests as the web platform has them. */
export interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}
