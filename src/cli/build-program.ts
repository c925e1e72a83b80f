import { Argument, Command, type CommanderError, Option } from 'commander';
import { CairnError } from '../core/errors.ts';
import { isText } from '../core/json.ts';
import type { CommandInput, CommandSpec, OptionSpec } from './terminal/command.ts';

/** What `buildProgram` needs: the table, and what to do with a command that was called. */
export interface ProgramDeps {
  commands: readonly CommandSpec[];
  version: string;
  print: (text: string) => void;
  run: (command: CommandSpec, input: CommandInput) => Promise<void>;
}

const ABOUT = 'The memory of coding agents: search it, add to it, and put it into your agents.';
const EXAMPLES = `
Examples:
  cairn                                     browse sessions, search, review
  cairn setup                               connect Cairn to your agents, and read their past sessions
  cairn search "why idempotency keys"       find it by words or by meaning
  cairn resume                              where the work in this folder stands
  cairn context                             what the next session here will be told
  cairn remember "Never push to main"       keep a rule for all sessions

Help of a command: cairn help COMMAND. The manual: man cairn, or cairn help --man | man -l -`;
const ENDED_WELL = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version']);

/** Builds the parser of the command line from the table of commands. It prints help itself and throws `CommanderError`. */
export function buildProgram(deps: ProgramDeps): Command {
  const program = emptyCommand('cairn', deps)
    .description(ABOUT)
    .version(deps.version, '--version', 'print the version')
    .addHelpCommand(
      new Command('help').argument('[command]').description('show help of a command').helpGroup('Look inside:'),
    )
    .addHelpText('after', EXAMPLES);
  for (const command of deps.commands)
    program.addCommand(buildCommand(command, deps), { hidden: command.hidden === true });
  return program;
}

function emptyCommand(name: string, { print }: ProgramDeps): Command {
  return new Command(name)
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined })
    .showSuggestionAfterError();
}

function buildCommand(command: CommandSpec, deps: ProgramDeps): Command {
  const built = emptyCommand(command.name, deps)
    .aliases(command.aliases ?? [])
    .summary(command.summary)
    .description([command.summary, command.details].filter((text) => text !== undefined).join('\n\n'));
  if (command.group !== undefined) built.helpGroup(`${command.group}:`);
  for (const { name, help, required, many } of command.arguments ?? []) {
    const text = `${name}${many === true ? '...' : ''}`;
    built.addArgument(new Argument(required === true ? `<${text}>` : `[${text}]`, help));
  }
  if (command.passesOn === true) built.allowUnknownOption();
  for (const option of command.options ?? []) built.addOption(buildOption(option));
  return built.action(async () => {
    await deps.run(command, { args: built.processedArgs.flat().filter(isText), options: built.opts() });
  });
}

function buildOption({ flags, help, choices, many }: OptionSpec): Option {
  const option = new Option(flags, many === true ? `${help} (repeatable)` : help);
  if (choices !== undefined) option.choices([...choices]);
  if (many !== true) return option;
  const parse = option.parseArg;
  return option.argParser((value, previous: string[] | undefined) => {
    parse?.(value, undefined);
    return [...(previous ?? []), value];
  });
}

/** What a parser's error means: `undefined` when it only ended after showing help or the version. */
export function toUsageError(error: CommanderError, command: string | undefined): CairnError | undefined {
  if (ENDED_WELL.has(error.code)) return undefined;
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const hint = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  return new CairnError('invalid_input', [first, hint].filter((part) => part !== '').join('. '), {
    fix: ['cairn', ...(command === undefined ? [] : [command]), '--help'].join(' '),
  });
}
