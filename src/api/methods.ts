import { omitUndefined } from '../core/omit-undefined.ts';
import type { Call, CallTable } from './calls/call.ts';
import { CALLS, type CallInputs, type CallName, type Calls } from './calls.ts';
import { checkObject, toInputObject } from './check-input.ts';
import type { CallOptions, Memory } from './contract.ts';

/** What each call answers, as `Memory` says; of a stream each of its values. */
export type CallAnswers = { [Name in CallName]: AnswerOf<ReturnType<Memory[Name]>> };
type AnswerOf<Returned> =
  Returned extends Promise<infer Answer> ? Answer : Returned extends AsyncIterable<infer Value> ? Value : never;

/** What carrying out a call comes to: a promise of its answer, or its values one by one. */
export type Carried<Name extends CallName> = Calls[Name]['kind'] extends 'stream'
  ? AsyncIterable<CallAnswers[Name]>
  : Promise<CallAnswers[Name]>;

/** One call as carried out: its input is checked. */
export type CallUse<Name extends CallName> = (input: CallInputs[Name], options: CallOptions) => Carried<Name>;

/** All calls as carried out for one caller. */
export type Uses = { readonly [Name in CallName]: CallUse<Name> };

/** The first argument of a call's method: the whole input, or its main field alone. */
type MethodInput<Name extends CallName> = Calls[Name] extends {
  readonly main: infer Main extends keyof CallInputs[Name];
}
  ? CallInputs[Name] | OneOrMany<NonNullable<CallInputs[Name][Main]>>
  : CallInputs[Name];
type OneOrMany<Value> = Value extends string[] ? Value | string : Value;

type MethodArguments<Name extends CallName> = Calls[Name] extends { readonly args: 'options' }
  ? [input?: CallInputs[Name] & CallOptions]
  : Calls[Name] extends { readonly args: infer Names extends readonly (keyof CallInputs[Name])[] }
    ? [...{ [At in keyof Names]: CallInputs[Name][Names[At]] }, options?: CallOptions]
    : [input?: MethodInput<Name>, options?: CallOptions];

/** The calls as methods of `Memory`, made from the table: what `Memory` itself says is held to it. */
export type Methods = { [Name in CallName]: (...given: MethodArguments<Name>) => Carried<Name> };

/** Carries out a call that is not a stream, with its input as one object. */
export type AskCall = (call: CallName, input: unknown, options: CallOptions) => Promise<unknown>;

/** Carries out a stream, with its input as one object. */
export type StreamCall = (call: CallName, input: unknown, options: CallOptions) => AsyncIterable<unknown>;

/** The methods of `Memory` that are calls, out of two functions that carry out a call by its name. */
export function createMethods(
  { ask, stream }: { ask: AskCall; stream: StreamCall },
  calls: CallTable = CALLS,
): Methods {
  const methods = Object.entries(calls).map(([name, row]) => {
    const call = name as CallName;
    const method = async (...args: unknown[]): Promise<unknown> => {
      const answer = await ask(call, ...fromArguments(row, args));
      return row.args === 'options' ? undefined : answer;
    };
    const streaming = (...args: unknown[]): AsyncIterable<unknown> => stream(call, ...fromArguments(row, args));
    return [name, row.kind === 'stream' ? streaming : method];
  });
  // The one place where the loop's methods get the types that the table gives them.
  return Object.fromEntries(methods) as Methods;
}

/** The methods of `Memory` for callers in this process: each input is checked, and then carried out. */
export function createCheckedMethods(uses: Uses, calls: CallTable = CALLS): Methods {
  const named = uses as Readonly<Record<string, (input: unknown, options: CallOptions) => unknown>>;
  const carry = (call: CallName, input: unknown, options: CallOptions) =>
    named[call]?.(checkObject(call, input, calls), options);
  return createMethods(
    {
      ask: async (call, input, options) => carry(call, input, options),
      async *stream(call, input, options) {
        yield* carry(call, input, options) as AsyncIterable<unknown>;
      },
    },
    calls,
  );
}

/** The memory of one caller out of its uses; closing it ends nothing, since others use it as well. */
export function toMemory(uses: Uses): Memory {
  const close = async (): Promise<void> => undefined;
  return { ...createCheckedMethods(uses), close, [Symbol.asyncDispose]: close };
}

/** The input of a call as one object, and its options, from the arguments of its method. */
function fromArguments(row: Call, [first, ...rest]: unknown[]): [unknown, CallOptions] {
  const { args, input } = row;
  if (args === 'options') {
    const given = (first ?? {}) as Record<string, unknown>;
    return [omitUndefined(Object.fromEntries(Object.keys(input).map((name) => [name, given[name]]))), given];
  }
  if (args !== undefined) {
    const given = [first, ...rest];
    return [Object.fromEntries(args.map((name, at) => [name, given[at]])), (given[args.length] ?? {}) as CallOptions];
  }
  return [toInputObject(row, first ?? {}), (rest[0] ?? {}) as CallOptions];
}
