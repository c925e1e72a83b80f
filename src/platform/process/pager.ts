import { spawn } from 'node:child_process';

/** Exit code of a shell that does not find the program. */
const NOT_FOUND = 127;
/** As git has it: quit at once where one screen is enough, keep colours, leave the text on the screen. */
const LESS_OPTIONS = 'FRX';

/**
 * Shows a text in a pager, a command line for the shell, and waits for its end; false where there is no such program. The
 * reader may leave before the end of the text.
 */
export function showInPager(
  text: string,
  { pager, env }: { pager: string; env: Readonly<Record<string, string | undefined>> },
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', pager], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? LESS_OPTIONS },
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code !== NOT_FOUND));
    // Whoever has read enough closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
