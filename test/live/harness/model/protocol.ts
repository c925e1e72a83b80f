import type { Script } from '../script.ts';
import type { RecordedRequest } from './messages.ts';

/** A command for the runner inside the namespace; `keys` go to the input of the program that command `to` started. */
export type Command =
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'processes' }
  | { readonly kind: 'type'; readonly to: number; readonly keys: string }
  | RunCommand;

/** Runs a program; one that is `typed` to keeps its input open. */
export interface RunCommand extends RunOptions {
  readonly kind: 'run';
  readonly argv: readonly string[];
  readonly typed?: boolean;
}

/** How a program is run: `cwd` is absolute inside, `env` is added to the clean environment, `pty` gives it a terminal. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly pty?: boolean;
  readonly timeoutMs?: number;
}

/** What a program did; `heldOpen` says that something it left behind still holds its output. */
export interface RunResult {
  readonly argv: readonly string[];
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly timedOut: boolean;
  readonly heldOpen: boolean;
}

/** A process of the namespace that does not belong to the harness. */
export interface OtherProcess {
  readonly pid: number;
  readonly command: string;
}

/** A line that the host writes to the runner. */
export interface HostLine {
  readonly id: number;
  readonly command: Command;
}

/** A line that the runner writes to the host; `output` is what a program that is typed to has shown. */
export type RunnerLine =
  | { readonly kind: 'ready'; readonly modelUrl: string }
  | { readonly kind: 'request'; readonly request: RecordedRequest }
  | { readonly kind: 'output'; readonly id: number; readonly text: string }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** A value as one line of JSON: readers of lines break at U+2028 and U+2029 too, which JSON leaves as they are. */
export function toLine(value: HostLine | RunnerLine): string {
  return `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}
