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
  hello: () => Hello;
  /** Asks the worker to leave for a newer version; true when it will. */
  leave: (version: string) => boolean;
  /** Answers on TCP as well. `busy` when it does at another port, or the port is taken. */
  listen: (port: number | undefined) => Promise<Listening>;
  /** Aborts when the worker leaves: streams that would go on end. */
  leaving: AbortSignal;
}

/** Answers requests as the web platform has them. */
export interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}
