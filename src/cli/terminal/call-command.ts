import type { Call } from '../../api/calls/call.ts';
import type { CallInputs, CallOf } from '../../api/calls.ts';
import { CALLS } from '../../api/calls.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { CallAnswers } from '../../api/methods.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { callOptions, type ShownOptions } from './call-options.ts';
import type { CliContext, CommandInput, CommandSpec, OptionSpec } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { optionOf } from './options.ts';
import { isPerson } from './person-evidence.ts';

type AnsweredCall = CallOf<'read' | 'write'>;

/** A command that asks the memory once: its arguments are the call's main field, its options other fields. */
export interface CallCommand<Name extends AnsweredCall> extends Omit<CommandSpec, 'name' | 'options' | 'run'> {
  shown?: ShownOptions;
  /** Options that change how the answer is shown. */
  more?: readonly OptionSpec[];
  /** What an answer holds, as `12 hits`: then a terminal also shows how long the answer took. */
  counted?(answer: CallAnswers[Name]): string;
  /** True when it matters whether a person asks. */
  byPerson?: true;
  /** Completes the input that was read from the command line. */
  complete?(input: CallInputs[Name], context: CliContext): CallInputs[Name] | Promise<CallInputs[Name]>;
  /** Shows the answer to what was asked; with `--json` it is printed as it is instead. */
  show(answer: CallAnswers[Name], context: CliContext, call: Called<Name>): void;
  /** True for an answer after which the command exits with 1. */
  isFailure?(answer: CallAnswers[Name]): boolean;
}

/** What was asked, and the options of the command line. */
export interface Called<Name extends AnsweredCall> {
  asked: CallInputs[Name];
  options: CommandInput['options'];
}

/** Builds the command that is called as the call of the memory that it asks. */
export function callCommand<Name extends AnsweredCall>(name: Name, command: CallCommand<Name>): CommandSpec {
  const { shown = {}, more = [], byPerson, complete, show, counted, isFailure, ...spec } = command;
  const call: Call = CALLS[name];
  const { options, read } = callOptions(call.input, shown);
  return {
    ...spec,
    name,
    options: [...options, ...more],
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
      const began = performance.now();
      const answer = await ask(request, { signal: io.signal }).catch((error: unknown) => {
        throw asTyped(error, call);
      });
      const took = Math.round(performance.now() - began);
      out.result(answer, () => {
        show(answer, context, { asked: request, options: input.options });
        if (counted !== undefined && out.columns !== undefined) {
          out.print(out.colors.dim(`${counted(answer)} in ${took} ms`));
        }
      });
      return isFailure?.(answer) ? EXIT.failed : EXIT.ok;
    },
  };
}

/** An error that begins with the name of a field, in the words of the command line: with its option, or of the argument. */
function asTyped(error: unknown, { main, input }: Call): unknown {
  if (!(error instanceof CairnError)) return error;
  const { code, message, fix, cause } = error;
  const [start = '', name = ''] = /^([a-zA-Z]+): /.exec(message) ?? [];
  const isOption = Object.hasOwn(input, name) && name !== main;
  if (start === '' || !(isOption || name === main || name === 'session')) return error;
  const said = message.slice(start.length);
  return new CairnError(code, isOption ? `${optionOf(name)}: ${said}` : said, omitUndefined({ fix, cause }));
}

/** The arguments as the main field of a call: as a list where it is one, else as one text. */
function mainOf({ main, input }: Call, args: readonly string[]): Record<string, unknown> {
  if (main === undefined || args.length === 0) return {};
  return { [main]: input[main]?.type === 'texts' ? args : args.join(' ') };
}
