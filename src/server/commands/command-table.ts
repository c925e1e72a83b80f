import type { Variables } from '../server-config.ts';

/** The options of a command, by name without dashes; repeated ones are lists. */
export interface ServerInput {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** What a command is run with. */
export interface ServerContext {
  env: Variables;
  version: string;
  /** The folder of the built dashboard of a team. */
  pageFolder?: string;
  now: () => number;
  /** Aborts when the process is asked to end. */
  signal: AbortSignal;
  /** Prints data to stdout. */
  print: (text: string) => void;
  /** Prints a message to stderr. */
  say: (text: string) => void;
  /** Who runs the command, as the audit log names it. */
  actor: string;
}

/** One command of `cairn server`. */
export interface ServerCommand {
  /** Its words, such as `token create`. */
  name: string;
  help: string;
  /** Names of its arguments; one in brackets may be left out. */
  args?: readonly string[];
  /** Options: flags as in `--days <n>`, and help; `many` may be repeated. */
  options?: readonly { flags: string; help: string; many?: true }[];
  /** What it answers; an object is printed as JSON with `--json`, and by `show` without. */
  run(input: ServerInput, context: ServerContext): Promise<unknown>;
  show?(answer: never, context: ServerContext): void;
}
