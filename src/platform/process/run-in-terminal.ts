import { CairnError } from '../../core/errors.ts';

/** What a program ends with that a signal ended. */
const BY_SIGNAL = 130;

/**
 * Runs a program with the terminal of this process, to its end; returns its exit code. No shell interprets its words. Throws
 * `unsupported` where it cannot be started.
 */
export async function runInTerminal(
  [program = '', ...args]: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<number> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(
        new CairnError('unsupported', `"${program}" could not be started in ${cwd}: ${cause.message}`, {
          fix: `cd ${cwd} && ${[program, ...args].join(' ')}`,
          cause,
        }),
      ),
    );
    child.on('close', (code) => resolve(code ?? BY_SIGNAL));
  });
}
