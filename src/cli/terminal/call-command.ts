import type { Call } from '../../api/calls/call.ts';
import type { CallInputs, CallOf } from '../../api/calls.ts';
import { CALLS } from '../../api/calls.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { CallAnswers } from '../../api/methods.ts';
import { callOptions, type ShownOptions } from './call-options.ts';
import type { CliContext, CommandSpec } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { isPerson } from './person-evidence.ts';

type AnsweredCall = CallOf<'read' | 'write'>;

/** A command that asks the memory once: its arguments are the call's main field, its options other fields. */
export interface CallCommand<Name extends AnsweredCall> extends Omit<CommandSpec, 'name' | 'options' | 'run'> {
  shown?: ShownOptions;
  /** True when it matters whether a person asks. */
  byPerson?: true;
  /** Completes the input that was read from the command line. */
  complete?(input: CallInputs[Name], context: CliContext): CallInputs[Name] | Promise<CallInputs[Name]>;
  /** Shows the answer to what was asked; with `--json` it is printed as it is instead. */
  show(answer: CallAnswers[Name], context: CliContext, asked: CallInputs[Name]): void;
  /** True for an answer after which the command exits with 1. */
  isFailure?(answer: CallAnswers[Name]): boolean;
}

/** Builds the command that is called as the call of the memory that it asks. */
export function callCommand<Name extends AnsweredCall>(name: Name, command: CallCommand<Name>): CommandSpec {
  const { shown = {}, byPerson, complete, show, isFailure, ...spec } = command;
  const call: Call = CALLS[name];
  const { options, read } = callOptions(call.input, shown);
  return {
    ...spec,
    name,
    options,
    async run(input, context) {
      const { io, out } = context;
      // Each value was read as its field of the call has it.
      const given = { ...mainOf(call, input.args), ...read(input, io) } as CallInputs[Name];
      const request = (await complete?.(given, context)) ?? given;
      const memory = context.openMemory({ person: byPerson === true && isPerson(io) });
      const ask = memory[name] as unknown as (
        input: CallInputs[Name],
        options: CallOptions,
      ) => Promise<CallAnswers[Name]>;
      const answer = await ask(request, { signal: io.signal });
      out.result(answer, () => show(answer, context, request));
      return isFailure?.(answer) ? EXIT.failed : EXIT.ok;
    },
  };
}

/** The arguments as the main field of a call: as a list where it is one, else as one text. */
function mainOf({ main, input }: Call, args: readonly string[]): Record<string, unknown> {
  if (main === undefined || args.length === 0) return {};
  return { [main]: input[main]?.type === 'texts' ? args : args.join(' ') };
}
