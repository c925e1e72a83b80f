// cli/terminal: what every command builds on: its shape, options, output, exit codes and the question for a yes.
// Nothing here knows what a single command does.

import type { Memory } from '../../api/contract.ts';
import type { Listening } from '../../api/http-answers.ts';
import type { Config } from '../../config/resolve-config.ts';
import type { SetupEnvironment } from '../../setup/setup.ts';
import type { Worker } from '../../worker/worker.ts';
import type { CliIo } from './cli-io.ts';
import type { Output } from './output.ts';

/** A positional argument. */
export interface ArgumentSpec {
  name: string;
  help: string;
  required?: boolean;
  many?: boolean;
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
  summary: string;
  /** Longer explanation and examples, printed below the summary in help and docs. */
  details?: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  /** Help of the option `--json`, which every command has; `false` for one without it. Default: print JSON. */
  json?: string | false;
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
  /** The worker's process id, from its handshake; `undefined` when none answers. */
  findWorker: () => Promise<{ pid: number } | undefined>;
  /** Makes this process the worker; `undefined` when another process holds the lock. */
  runWorker: () => Promise<Worker | undefined>;
  /** Asks the worker to listen on 127.0.0.1 as well; starts a worker when none answers. */
  listen: (port?: number) => Promise<Listening>;
  /** Sends a process the signal to end. */
  endProcess: (pid: number) => void;
  isRunning: (pid: number) => boolean;
  setupPlace: (config: Config) => Promise<SetupEnvironment>;
  /** Folder with the sessions of the example project; `undefined` when this copy of Cairn comes without it. */
  exampleFolder: string | undefined;
  serveMcp: () => Promise<void>;
}

/** The context that `run` receives: the dependencies, and the output of this command line. */
export interface CliContext extends CliDeps {
  out: Output;
  json: boolean;
}
