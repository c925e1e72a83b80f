// api/calls: the calls by subject, one row each, and the fields that their inputs are made of.
// Nothing here says what a call answers, checks a value or carries a call out.

import type { Fields } from './fields.ts';

/** A way to ask: what it does, by which methods of HTTP, and from where. */
export interface RouteRow {
  /** One sentence, for OpenAPI. */
  readonly help: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** `socket`: one of the ways in which programs of Cairn talk with the worker; not there on TCP. `tcp`: for pages alone. */
  readonly on: 'anywhere' | 'socket' | 'tcp';
  readonly input?: Fields;
}

/** Whether a call only reads, may write, or answers value by value. */
export type CallKind = 'read' | 'write' | 'stream';

/** A call of the memory: a row of `CALLS`, with what differs from the usual. What it answers, `Memory` says. */
export interface Call extends RouteRow {
  readonly kind: CallKind;
  readonly input: Fields;
  /** The field that is meant by a bare text or, where it is a list, by a list. */
  readonly main?: string;
  /**
   * How the method of `Memory` takes it, where it is not one input and then options: these fields one by one and then
   * options, or `options`: one object of fields and options.
   */
  readonly args?: readonly string[] | 'options';
  /** It may take as long as there is something to do: a client waits without a limit. */
  readonly unbounded?: true;
  /** The fields with which a call that is no read changes nothing all the same; absent: it may always change something. */
  readonly looks?: readonly string[];
  /** A read that is answered for the caller's folder, which it gets as `cwd`. */
  readonly here?: true;
  /** A read that may look at all of the memory: it keeps no other waiting. */
  readonly long?: true;
  /** A read that runs git: it keeps no other waiting, and may take longer. */
  readonly git?: true;
  /** The field of a read whose text is embedded as the question's vector. */
  readonly vector?: string;
}

/** True when a call changes nothing, whatever these fields of it hold. */
export function onlyLooks({ kind, looks }: Pick<Call, 'kind' | 'looks'>, fields: object): boolean {
  return kind === 'read' || (looks !== undefined && Object.keys(fields).every((name) => looks.includes(name)));
}

/** Calls by name. */
export type CallTable = Readonly<Record<string, Call>>;

type Row<Kind extends CallKind> = Pick<Call, 'help' | 'methods' | 'on'> & { readonly kind: Kind };

/** A call that only reads. */
export function read(help: string): Row<'read'> {
  return { kind: 'read', help, methods: ['POST'], on: 'anywhere' };
}

/** A call of the worker that may write. */
export function write(help: string): Row<'write'> {
  return { kind: 'write', help, methods: ['POST'], on: 'anywhere' };
}

/** A call that answers one value after the other. */
export function stream(help: string): Row<'stream'> {
  return { kind: 'stream', help, methods: ['POST'], on: 'anywhere' };
}
