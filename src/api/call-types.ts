import type { CALLS } from './calls.ts';
import type { CallOptions } from './contract.ts';
import type { InputOf } from './fields.ts';

type Calls = typeof CALLS;

/** Name of a call. */
export type CallName = keyof Calls;

/** Names of the calls of a kind. */
export type CallOf<Kind> = { [Name in CallName]: Calls[Name]['kind'] extends Kind ? Name : never }[CallName];

/** The input of each call as one object, as it is on the wire. */
export type CallInputs = { [Name in CallName]: InputOf<Calls[Name]['input']> };

/** The input of one call. */
export type InputOfCall<Name extends CallName> = CallInputs[Name];

/** What each call answers: a stream, each of its values. */
export type CallAnswers = {
  [Name in CallName]: Calls[Name] extends { readonly answer?: infer Answer } ? Answer : never;
};

/** What carrying out a call comes to: a promise of its answer, or its values one by one. */
export type Carried<Name extends CallName> = Calls[Name]['kind'] extends 'stream'
  ? AsyncIterable<CallAnswers[Name]>
  : Promise<CallAnswers[Name]>;

/** One call as carried out: its input is checked. */
export type Use<Name extends CallName> = (input: CallInputs[Name], options: CallOptions) => Carried<Name>;

/** All calls as carried out for one caller. */
export type Uses = { readonly [Name in CallName]: Use<Name> };

/** The first argument of a call's method: the whole input, or its main field alone. */
type Asked<Name extends CallName> = Calls[Name] extends { readonly main: infer Main extends keyof CallInputs[Name] }
  ? CallInputs[Name] | OneOrMany<NonNullable<CallInputs[Name][Main]>>
  : CallInputs[Name];
type OneOrMany<Value> = Value extends string[] ? Value | string : Value;

type Arguments<Name extends CallName> = Calls[Name] extends { readonly args: 'options' }
  ? [input?: CallInputs[Name] & CallOptions]
  : Calls[Name] extends { readonly args: infer Names extends readonly (keyof CallInputs[Name])[] }
    ? [...{ [At in keyof Names]: CallInputs[Name][Names[At]] }, options?: CallOptions]
    : [input?: Asked<Name>, options?: CallOptions];

/** The calls as methods of `Memory`, made from the table: what `Memory` itself says is held to it. */
export type Methods = { [Name in CallName]: (...given: Arguments<Name>) => Carried<Name> };
