import { isUtf8 } from 'node:buffer';
import { CairnError } from '../../core/errors.ts';

/** A stream to write to, and whether it is a terminal. */
export interface CliStream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
}

/** A stream to read from. */
export type CliInput = AsyncIterable<string | Uint8Array> & { isTTY?: boolean | undefined };

/** All that a command sees of the process it runs in. Nothing below `cli` accesses `process` directly. */
export interface CliIo {
  stdin: CliInput;
  stdout: CliStream;
  stderr: CliStream;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the command was called, absolute. */
  cwd: string;
  /** The person's home folder, absolute. */
  userHome: string;
  /** Number of the person's user, -1 where the system has none. */
  userId: number;
  /** Aborts when the person presses Ctrl-C, or the process receives a signal to end. */
  signal: AbortSignal;
  now: () => number;
  /** Why no person can sit at the terminal, by the processes above this one; `undefined` when one can. */
  whyNoPerson?: () => string | undefined;
}

/** Reads all of stdin as UTF-8 text; `invalid_input` when it is none, `cancelled` when the person interrupts. */
export async function readStdin({ stdin, signal }: CliIo): Promise<string> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CairnError('cancelled', 'Cancelled.')), { once: true });
  });
  return Promise.race([readAll(stdin), interrupted]);
}

async function readAll(stdin: CliInput): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  const read = Buffer.concat(parts);
  if (isUtf8(read) && !read.includes(0)) return read.toString('utf8');
  throw new CairnError('invalid_input', 'What came on stdin is no text in UTF-8.', {
    fix: 'Give it text: cairn remember - < notes.md',
  });
}
