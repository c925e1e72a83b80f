import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIST } from '../../support/built-program.ts';
import { openWindow, quoted } from '../../support/person-terminal.ts';
import { type Cairn, cairnIn } from '../../support/run-cairn.ts';
import { createScreenText, type ScreenText } from '../../support/screen-text.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');
const EXAMPLE_ROOT = '/home/dev/tidepool';
const LOOK_EVERY_MS = 20;
const SHOW_MS = 120_000;

/** `cairn` in a window, as a person sees it. */
export interface Browsing {
  readonly screen: ScreenText;
  /** What the screen shows, as one text. */
  text(): string;
  type(keys: string): void;
  /** Waits until the screen shows all of it, and none of `without`. */
  shows(...wanted: readonly (string | RegExp)[]): Promise<void>;
  /** Changes the width of the window. */
  resize(columns: number): void;
  /** Sends the program a signal. */
  signal(name: NodeJS.Signals): void;
  /** Waits for its end, and that the terminal is as it was before; gives its exit code and what it left on the screen. */
  ended(): Promise<{ code: number; left: string }>;
}

/** A memory that holds the sessions of the example, done in the folder of the test's own project. */
export async function withExample(context: TestContext): Promise<Cairn> {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.root, 'sessions');
  mkdirSync(folder);
  for (const name of readdirSync(EXAMPLE)) {
    const text = readFileSync(join(EXAMPLE, name), 'utf8').replaceAll(EXAMPLE_ROOT, cairn.at.project);
    writeFileSync(join(folder, name), text);
  }
  assert.equal((await cairn.run(['import', folder])).code, 0);
  return cairn;
}

/** Runs `cairn` in a window of `columns` and `rows`, of which `lines` can be seen. `shell`: what runs it, `$CAIRN` being its command line. */
export function browse(
  context: TestContext,
  cairn: Cairn,
  {
    columns = 100,
    rows = 30,
    lines = rows,
    args = [],
    env = {},
    shell = '$CAIRN',
  }: Partial<{
    columns: number;
    rows: number;
    lines: number;
    args: readonly string[];
    env: Record<string, string>;
    shell: string;
  }> = {},
): Browsing {
  const words = [process.execPath, join(DIST, 'cli.js'), ...args].map(quoted).join(' ');
  const program = `sh -c ${quoted(`echo $$ >pid; exec ${words}`)}`;
  const command = [
    `stty cols ${columns} rows ${rows}`,
    'before=$(stty -g)',
    'tty >tty',
    shell.replaceAll('$CAIRN', () => program),
    'echo "ended with $?"',
    '[ "$before" = "$(stty -g)" ] && echo "as it was before"',
  ].join('; ');
  const window = openWindow(command, { env: { ...cairn.env, ...env }, cwd: cairn.at.project });
  context.after(() => window.close());
  const screen = createScreenText(lines);
  let failure: unknown;
  window.child.stdout?.on('data', (part: Buffer) => {
    try {
      screen.feed(part.toString('utf8'));
    } catch (error) {
      failure ??= error;
    }
  });
  const closed = new Promise<void>((resolve) => window.child.on('close', () => resolve()));
  const text = (): string => screen.lines().join('\n');
  const holds = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text().replace(/\s+/g, ' ').includes(wanted) : wanted.test(text());
  const noted = (name: string): string => readFileSync(join(cairn.at.project, name), 'utf8').trim();
  return {
    screen,
    text,
    type: window.type,
    async shows(...wanted) {
      for (const until = Date.now() + SHOW_MS; !wanted.every(holds); await sleep(LOOK_EVERY_MS)) {
        if (failure !== undefined) throw failure;
        if (Date.now() > until) assert.fail(`the screen does not show ${wanted.join(', ')}:\n${text()}`);
      }
    },
    resize: (width) => void execFileSync('stty', ['-F', noted('tty'), 'cols', String(width)]),
    signal: (name) => void process.kill(Number(noted('pid')), name),
    async ended() {
      await closed;
      if (failure !== undefined) throw failure;
      assert.deepEqual(screen.modes(), ['25', '7']);
      const left = text();
      assert.match(left, /^as it was before$/m);
      return { code: Number(/ended with (\d+)/.exec(left)?.[1]), left };
    },
  };
}
