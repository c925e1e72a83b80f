// cli: the command line. A command is a file in `commands/` and a row of `commands.ts`; parser, help and docs are
// generated from that table, and commands see the process only through their context. No memory logic, no environment,
// no exit: `bin/cli.ts` has those.

import { CommanderError } from 'commander';
import { CairnError, ERROR_CODES, type ErrorCode, toCairnError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { buildProgram, toUsageError } from './build-program.ts';
import { COMMAND_WORDS, loadCommand, loadCommands } from './commands.ts';
import type { CliContext, CliDeps, CommandInput, CommandSpec } from './terminal/command.ts';
import { EXIT, exitCodeOf } from './terminal/exit-codes.ts';
import { fromPage, PAGES_MAX } from './terminal/from-page.ts';
import { withEntries } from './terminal/json-entries.ts';
import { keepLastList, withNumbers } from './terminal/last-list.ts';
import { pagesAddress } from './terminal/links.ts';
import { didYouMean } from './terminal/nearest-word.ts';
import { numberOption } from './terminal/options.ts';
import { createOutput, type Output } from './terminal/output.ts';
import { collectOutput, needsPager, pagerOf } from './terminal/paged-output.ts';
import { sayUpdate } from './terminal/update-notice.ts';

/** The command that `cairn` alone is, and the options that it takes without its name. */
const BROWSE = 'browse';
/** Where each code of an error has its messages and what helps. */
const PAGE = 'Its messages, and what helps: docs/help/troubleshooting.md';
const ALONE = new Set(['-a', '--all', '--json']);

/** Runs one command line, given without the program's own name; returns the exit code and never throws. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const json = argv.includes('--json');
  const lastList = (): string => deps.readConfig().paths.lastList;
  const keepList = (ids: readonly string[]): void => keepLastList(lastList(), ids);
  const dashboard = (): string | undefined => pagesAddress(deps.readConfig().paths.http);
  const out = createOutput(deps.io, { json, keepList, dashboard });
  let code: number = EXIT.ok;
  const sayReadOnly = lazy(() => {
    if (!deps.isHomeReadOnly()) return;
    out.say(
      `${deps.readConfig().paths.home} cannot be written: it is read as it is, by words alone, without a worker.`,
    );
  });
  const openMemory: CliDeps['openMemory'] = (options) => {
    sayReadOnly();
    return deps.openMemory(options);
  };
  const runIn = async (
    command: CommandSpec,
    input: CommandInput,
    at: Pick<CliContext, 'io' | 'out'>,
  ): Promise<void> => {
    const page = numberOption(input, 'page', { min: 1, max: PAGES_MAX }) ?? 1;
    const opened: CliDeps['openMemory'] = (options) => fromPage(openMemory(options), page);
    const named = withEntries(at.out, command, json);
    const context = { ...deps, ...at, out: named, openMemory: opened, json, loadCommand, loadCommands };
    const ended = await command.run(withNumbers(input, command.arguments, lastList), context);
    if (typeof ended === 'number') code = ended;
    if (typeof input.options.agent === 'string' && !json) await sayUnknownAgent(input.options.agent, context);
    if (command.name !== 'update') await sayUpdate(context);
  };
  const run = async (command: CommandSpec, { args, options }: CommandInput): Promise<void> => {
    const { pager: mayPage, ...rest } = options;
    const input = { args, options: command.pages === undefined ? options : rest };
    const pages = command.pages === true || command.pages?.(input) === true;
    const pager = pages && mayPage === true && !json ? pagerOf(deps.io) : undefined;
    if (pager === undefined) return runIn(command, input, { io: deps.io, out });
    const { stdout, text } = collectOutput(deps.io.stdout);
    const io = { ...deps.io, stdout };
    try {
      await runIn(command, input, { io, out: createOutput(io, { json, keepList, dashboard }) });
    } finally {
      const isShown = needsPager(text(), stdout) && (await deps.showInPager(text(), pager));
      if (!isShown) deps.io.stdout.write(text());
    }
  };
  const print = (text: string): void => out.print(text.trimEnd());
  // Alone, or with options of it alone.
  const words = argv.every((word) => ALONE.has(word)) ? [BROWSE, ...argv] : argv;
  try {
    if (words[0] === 'help' && isErrorCode(words[1])) return showErrorCode(words[1], out);
    if (words[0] === 'help') assertCommand(words[1]);
    const command = await loadCommand(words[words[0] === 'help' ? 1 : 0]);
    const commands = command === undefined ? await loadCommands() : [command];
    const program = buildProgram({ commands, version: deps.version, print, run });
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (thrown) {
    const error =
      thrown instanceof CommanderError ? toUsageError(thrown, calledBy(words[0])) : asCancelled(thrown, deps);
    if (error === undefined) return EXIT.ok;
    out.progress('');
    out.error(error);
    return exitCodeOf(error.code);
  }
}

async function sayUnknownAgent(agent: string, { out, setupPlace, readConfig }: CliContext): Promise<void> {
  const { agents } = await setupPlace(readConfig());
  const meant = didYouMean(
    agent,
    agents.map(({ name }) => name),
  );
  if (meant !== '' && agents.every(({ name }) => name !== agent)) out.say(`Cairn knows no agent "${agent}".${meant}`);
}

function showErrorCode(code: ErrorCode, out: Output): number {
  const meaning = ERROR_CODES[code];
  out.result({ code, meaning }, () => out.print(`${code}: ${meaning}\n\n${PAGE}#${code}`));
  return EXIT.ok;
}

function isErrorCode(word = ''): word is ErrorCode {
  return Object.hasOwn(ERROR_CODES, word);
}

/** Throws `invalid_input` for a word that is no command; the parser's own `help` says nothing then. */
function assertCommand(word: string | undefined): void {
  if (word === undefined || word.startsWith('-') || word === 'help' || COMMAND_WORDS.includes(word)) return;
  throw new CairnError('invalid_input', `unknown command '${word}'.${didYouMean(word, COMMAND_WORDS)}`, {
    fix: 'cairn --help',
  });
}

/** A word as the command that it calls; `undefined` where it calls none. */
function calledBy(word: string | undefined): string | undefined {
  return COMMAND_WORDS.find((known) => known === word);
}

/** After Ctrl-C every error is reported as `cancelled`. */
function asCancelled(thrown: unknown, { io }: CliDeps): CairnError {
  const error = toCairnError(thrown);
  if (!io.signal.aborted || error.code === 'cancelled') return error;
  return new CairnError('cancelled', 'Cancelled.', { cause: thrown });
}
