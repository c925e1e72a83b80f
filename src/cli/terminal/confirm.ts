import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../../core/errors.ts';
import type { CliContext, CommandInput } from './command.ts';
import { flagOption } from './options.ts';

/** What a question belongs to: its command, and the one that would do it unasked. */
interface ConfirmOptions {
  input: CommandInput;
  context: CliContext;
  command: string;
  /** False for what takes nothing away: then Enter alone means yes. */
  isDestructive?: boolean;
}

/**
 * Asks a person yes or no, unless `--yes` was given; Enter alone means no. Throws `cancelled` for a no, and `invalid_input` with the command
 * to run when there is no terminal.
 */
export async function confirm(
  question: string,
  { input, context, command, isDestructive = true }: ConfirmOptions,
): Promise<void> {
  if (flagOption(input, 'yes')) return;
  if (!(await asks(question, { input, context, command, isDestructive }))) {
    throw new CairnError('cancelled', 'Nothing was changed.');
  }
}

/** Asks a person yes or no, whatever options say. Throws `invalid_input` with the command to run when there is no terminal. */
export async function asks(
  question: string,
  { context, command, isDestructive = true }: ConfirmOptions,
): Promise<boolean> {
  const { io, json } = context;
  if (json || io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    throw new CairnError('invalid_input', 'There is no terminal to ask in. Nothing was changed.', {
      fix: `${command} --yes`,
    });
  }
  const prompts = await import('@clack/prompts');
  const keyboard = io.stdin as unknown as Readable;
  // The terminal was closed: no answer will come.
  const ended = new Promise<false>((resolve) => keyboard.once('end', () => resolve(false)));
  const asked = prompts.confirm({
    message: question,
    initialValue: !isDestructive,
    input: keyboard,
    output: io.stderr as unknown as Writable,
    signal: io.signal,
  });
  return (await Promise.race([asked, ended])) === true;
}
