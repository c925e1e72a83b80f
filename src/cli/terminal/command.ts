// cli/terminal: what every command stands on: its shape, options, output, exit codes and the question for a yes.
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

/** An option; `flags` as in `--limit <n>`. One with `many` may be given several times and is a list. */
export interface OptionSpec {
  flags: string;
  help: string;
  choices?: readonly string[];
  many?: boolean;
}

/** What was given on the command line. Options by their long name without dashes, in camel case. */
export interface CommandInput {
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
}

/** One command: a row of the table, from which help, docs and parser are made. */
export interface CommandSpec {
  name: string;
  summary: string;
  /** More to know, and examples; below the summary in help and docs. */
  details?: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  /** Not shown in help and docs. */
  hidden?: boolean;
  /** Gives the exit code, 0 when it gives none. Throws `CairnError`. */
  run(input: CommandInput, context: CliContext): Promise<number | undefined>;
}

/** What the process gives to every command. */
export interface CliDeps {
  io: CliIo;
  version: string;
  readConfig: () => Config;
  /** The memory by way of its owner; `start` overrides whether one may be started. */
  openMemory: (options: { person: boolean; start?: 'auto' | 'never' }) => Memory;
  /** The owner's process id, by its handshake; `undefined` when none answers. */
  findOwner: () => Promise<{ pid: number } | undefined>;
  /** Becomes the owner; `undefined` when another process is. */
  runOwner: () => Promise<Worker | undefined>;
  /** Asks the owner, which is started when none answers, to answer on 127.0.0.1 as well. */
  listen: (port?: number) => Promise<Listening>;
  /** Asks a process to end. */
  endProcess: (pid: number) => void;
  isRunning: (pid: number) => boolean;
  setupPlace: (config: Config) => Promise<SetupEnvironment>;
  /** Folder with the sessions of the example project; `undefined` when this copy of Cairn has none. */
  exampleFolder: string | undefined;
  serveMcp: () => Promise<void>;
}

/** What a command works with. */
export interface CliContext extends CliDeps {
  out: Output;
  json: boolean;
}
