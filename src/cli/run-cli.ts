// cli: the command line. A command is a file in `commands/` and a row of `commands.ts`; parser, help and docs are
// generated from that table, and commands see the process only through their context. No memory logic, no environment,
// no exit: `bin/cli.ts` has those.

import { CommanderError } from 'commander';
import { CairnError, toCairnError } from '../core/errors.ts';
import { buildProgram, toUsageError } from './build-program.ts';
import { COMMANDS } from './commands.ts';
import type { CliDeps, CommandInput, CommandSpec } from './terminal/command.ts';
import { EXIT, exitCodeOf } from './terminal/exit-codes.ts';
import { createOutput } from './terminal/output.ts';

/** Runs one command line, given without the program's own name; returns the exit code and never throws. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const json = argv.includes('--json');
  const out = createOutput(deps.io, { json });
  let code: number = EXIT.ok;
  const run = async (command: CommandSpec, input: CommandInput): Promise<void> => {
    const ended = await command.run(input, { ...deps, out, json });
    if (typeof ended === 'number') code = ended;
  };
  const print = (text: string): void => out.print(text.trimEnd());
  try {
    const program = buildProgram({ commands: COMMANDS, version: deps.version, print, run });
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
    return code;
  } catch (thrown) {
    const error =
      thrown instanceof CommanderError ? toUsageError(thrown, knownCommand(argv)) : asCancelled(thrown, deps);
    if (error === undefined) return EXIT.ok;
    out.progress('');
    out.error(error);
    return exitCodeOf(error.code);
  }
}

function knownCommand(argv: readonly string[]): string | undefined {
  return COMMANDS.find(({ name }) => name === argv[0])?.name;
}

/** After Ctrl-C every error is reported as `cancelled`. */
function asCancelled(thrown: unknown, { io }: CliDeps): CairnError {
  const error = toCairnError(thrown);
  if (!io.signal.aborted || error.code === 'cancelled') return error;
  return new CairnError('cancelled', 'Cancelled.', { cause: thrown });
}
