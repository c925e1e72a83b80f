import type { CALLS } from './calls.ts';
import type { InputOf } from './fields.ts';

/** The type of the table. */
export type Calls = typeof CALLS;

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
