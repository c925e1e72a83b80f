// cli/terminal: what every command builds on: its shape, options, output, exit codes and the question for a yes.
// Nothing here knows what a single command does.

import type { Memory } from '../../api/contract.ts';
import type { Listening, SignInCode } from '../../api/http-answers.ts';
import type { Config } from '../../config/resolve-config.ts';
import type { Screen, ScreenHandlers } from '../../platform/process/screen.ts';
import type { SetupEnvironment } from '../../setup/setup.ts';
import type { Worker } from '../../worker/worker.ts';
import type { CliIo } from './cli-io.ts';
import type { Output } from './output.ts';

/** What the memory or the settings hold that a shell can complete a value with. */
export type Completable = 'session' | 'project' | 'agent' | 'setting' | 'pattern' | 'collection';

/** A positional argument. */
export interface ArgumentSpec {
  name: string;
  help: string;
  required?: boolean;
  many?: boolean;
  /** True for an id, and so for a number of the list that a terminal showed last; `or-name`: a number may be a name, too. */
  isId?: true | 'or-name';
  /** What a shell completes it with. */
  completes?: Completable | readonly string[];
}

/** An option; `flags` as in `--limit <n>`. With `many` it may be repeated, and its value is a list. */
export interface OptionSpec {
  flags: string;
  help: string;
  choices?: readonly string[];
  many?: boolean;
}

/** The parsed arguments and options; options are keyed by their long name in camel case, without dashes. */
export interface CommandInput {
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
}

/** One command: a row of the table from which parser, help and docs are generated. */
export interface CommandSpec {
  name: string;
  /** Other words for it, as other programs call the same. */
  aliases?: readonly string[];
  summary: string;
  /** Longer explanation and examples, printed below the summary in help and docs. */
  details?: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  /** Help of the option `--json`, which every command has; `false` for one without it. Default: print JSON. */
  json?: string | false;
  /** Fields of its answers that hold the list it shows; with `--json` that list is called `entries` as well. */
  lists?: readonly string[];
  /**
   * Whether a person reads what it prints, and is asked nothing: on a terminal, what is longer than the screen is shown in
   * a pager.
   */
  pages?: true | ((input: CommandInput) => boolean);
  /** Heading that it stands under in the help. */
  group?: string;
  /** Takes every word and option as it is, for the program that it starts. */
  passesOn?: true;
  /** Not shown in help and docs. */
  hidden?: boolean;
  /** Runs the command; returns the exit code, without one it is 0. Throws `CairnError`. */
  run(input: CommandInput, context: CliContext): Promise<number | undefined> | Promise<void>;
}

/** What the process passes to every command. */
export interface CliDeps {
  io: CliIo;
  version: string;
  readConfig: () => Config;
  /** Opens the memory through its worker; `start` overrides whether a worker may be started. */
  openMemory: (options: { person: boolean; start?: 'auto' | 'never' }) => Memory;
  /** True where the home is there and cannot be written: then its memory only reads, without a worker. */
  isHomeReadOnly: () => boolean;
  /** The worker's process id, from its handshake; `undefined` when none answers. */
  findWorker: () => Promise<{ pid: number } | undefined>;
  /** Makes this process the worker; `undefined` when another process holds the lock. */
  runWorker: () => Promise<Worker | undefined>;
  /** Asks the worker to listen on 127.0.0.1 as well; starts a worker when none answers. */
  listen: (port?: number) => Promise<Listening>;
  /** Asks the worker, which then listens on 127.0.0.1, for a code that signs a page of the dashboard in. */
  askForPage: (options: { person: boolean }) => Promise<SignInCode>;
  /** Opens an address in the person's browser; false where none can be opened. */
  openBrowser: (url: string) => Promise<boolean>;
  /** The process id of the worker that holds the home's lock, whether it answers or not; `undefined` without proof. */
  findLockHolder: () => Promise<number | undefined>;
  /** Sends a process the signal to end, or ends it. */
  endProcess: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  isRunning: (pid: number) => boolean;
  setupPlace: (config: Config) => Promise<SetupEnvironment>;
  /** Folder with the sessions of the example project; `undefined` when this copy of Cairn comes without it. */
  exampleFolder: string | undefined;
  serveMcp: () => Promise<void>;
  /** Runs the program of the team server with the words of this command line; it sets the exit code itself. */
  runTeamServer: () => Promise<void>;
  /** Takes the terminal as one screen; stdin and stdout are terminals. */
  openScreen: (handlers: ScreenHandlers) => Promise<Screen>;
  /** Asks npm for the newest version; `isClone`: this program was built in a clone, not installed by npm. */
  findUpdate: (signal: AbortSignal) => Promise<{ newest?: string; isNewer: boolean; isClone: boolean }>;
  /** Starts a process that asks npm for the newest version and keeps the answer; nothing waits for it. */
  startUpdateCheck: () => void;
  /** Shows a text in a pager, a command line for the shell; false where there is no such program. */
  showInPager: (text: string, pager: string) => Promise<boolean>;
  /** Runs a program in this terminal, in a folder, to its end; returns its exit code. Throws `unsupported` where it cannot start. */
  runHere: (words: readonly string[], cwd: string) => Promise<number>;
}

/** The context that `run` receives: the dependencies, and the output of this command line. */
export interface CliContext extends CliDeps {
  out: Output;
  /** Loads a command of the table that this one is a row of, by a word that calls it. */
  loadCommand: (word: string | undefined) => Promise<CommandSpec | undefined>;
  /** Loads all of that table. */
  loadCommands: () => Promise<readonly CommandSpec[]>;
  json: boolean;
}
