import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { RunResult } from '../live/harness/model/protocol.ts';
import { createTerminal, type Terminal } from '../live/harness/terminal.ts';
import { DIST } from '../support/built-program.ts';
import { openWindow, quoted } from '../support/person-terminal.ts';
import type { Cairn } from '../support/run-cairn.ts';

/** Runs `cairn` in a pseudo-terminal with someone at the keyboard, who waits for what is shown. */
export function atKeyboard(context: TestContext, cairn: Cairn, args: readonly string[]): Terminal {
  const words = [process.execPath, join(DIST, 'cli.js'), ...args].map(quoted);
  const window = openWindow(`stty cols 100 rows 40; exec ${words.join(' ')}`, {
    env: { ...cairn.env, NO_COLOR: '1' },
    cwd: cairn.at.project,
  });
  const { child } = window;
  context.after(() => window.close());
  let shown = '';
  child.stdout?.on('data', (part: Buffer) => {
    shown += part.toString('utf8');
  });
  const rest = { argv: args, stderr: '', ms: 0, timedOut: false, heldOpen: false };
  const ended = new Promise<RunResult>((resolve) =>
    child.on('close', () => resolve({ ...rest, code: window.code(), stdout: shown })),
  );
  return createTerminal({ output: () => shown, ended, write: async (keys) => window.type(keys) });
}
