import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '../../../test/live/harness/model/protocol.ts';
import { createTerminal } from '../../../test/live/harness/terminal.ts';
import { inWindow, openWindow, quoted } from '../../../test/support/person-terminal.ts';
import { DIST } from '../bench-home.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/sample-project/sessions', import.meta.url));
const EXAMPLE_FOLDER = '/home/dev/tidepool';
/** How long a screen is looked at, milliseconds. */
const SHOWN_MS = 1_500;
const DERIVED_TRIES = 50;
const DAY_MS = 86_400_000;
const TIME = /"timestamp":"([^"]+)"/g;

const NOTHING_RUN: RunResult = { argv: [], code: 0, stdout: '', stderr: '', ms: 0, timedOut: false, heldOpen: false };

/** What a command showed, with the person's folder as `~`. */
export interface Seen {
  code: number | null;
  out: string;
  err: string;
}

/** A new user's machine: a home, a project, the sessions of an agent from before, and the built `cairn`. */
export interface Walk {
  home: string;
  project: string;
  /** Runs the command as a script does, its words split at blanks unless they are a list. */
  run(words: string | readonly string[], options?: { env?: Record<string, string>; cwd?: string }): Seen;
  /** Runs with `--json`. */
  json(words: string): Record<string, unknown>;
  /** Runs in a window, in front of a person; `keys` are typed. */
  window(
    words: string | readonly string[],
    options?: { columns?: number; keys?: string; env?: Record<string, string> },
  ): Promise<Seen>;
  /** What a program of the whole screen shows once keys were typed; it is ended then. */
  screen(words: string, keys: string, columns?: number): Promise<Seen>;
  /** Runs in a window in front of a person who reads: each text is waited for, then its keys are typed. */
  typed(words: string, steps: readonly (readonly [shown: string, keys: string])[]): Promise<Seen>;
  close(): void;
}

/** Lays out the machine. Claude Code and Codex have settings; Claude Code has the sessions of the example, of the last days. */
export function beginWalk(): Walk {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-walk-'));
  const home = join(folder, 'home');
  const project = join(home, 'shop');
  layOut(home, project);
  const base = {
    HOME: home,
    PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TZ: 'Europe/Berlin',
    CAIRN_EMBED_MODEL: 'none',
    PAGER: 'cat',
    CAIRN_PAGER: 'cat',
  };
  const seen = (text: string): string => text.replaceAll(home, '~').replaceAll('\r\n', '\n');
  const cli = join(DIST, 'cli.js');
  const wordsOf = (words: string | readonly string[]): readonly string[] =>
    typeof words === 'string' ? words.split(' ') : words;
  const run: Walk['run'] = (words, { env = {}, cwd = project } = {}) => {
    const options = { cwd, env: { ...base, ...env }, encoding: 'utf8' as const, input: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...wordsOf(words)], options);
    return { code: status, out: seen(stdout), err: seen(stderr) };
  };
  return {
    home,
    project,
    run,
    json: (words) => JSON.parse(run(`${words} --json`).out) as Record<string, unknown>,
    async window(words, { columns = 80, keys, env = {} } = {}) {
      const line = [process.execPath, cli, ...wordsOf(words)].map(quoted).join(' ');
      const { code, stdout } = await inWindow(`stty cols ${columns} rows 40; exec ${line}`, {
        env: { ...base, ...env },
        cwd: project,
        ...(keys === undefined ? {} : { input: keys }),
      });
      return { code, out: seen(stdout), err: '' };
    },
    async screen(words, keys, columns = 100) {
      const line = [process.execPath, cli, ...wordsOf(words)].map(quoted).join(' ');
      const window = openWindow(`stty cols ${columns} rows 30; exec ${line}`, { env: base, cwd: project });
      let out = '';
      window.child.stdout?.setEncoding('utf8').on('data', (part: string) => {
        out += part;
      });
      await setTimeout(SHOWN_MS);
      window.type(keys);
      await setTimeout(SHOWN_MS);
      window.close();
      return { code: window.code(), out: seen(out), err: '' };
    },
    async typed(words, steps) {
      const line = [process.execPath, cli, ...wordsOf(words)].map(quoted).join(' ');
      const { code, out } = await typeInto(line, { steps, env: { ...base, NO_COLOR: '1' }, cwd: project });
      return { code, out: seen(out), err: '' };
    },
    close() {
      run('worker stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a shell's line in a window, in front of a person who waits for each text before they type. */
async function typeInto(
  line: string,
  { steps, ...place }: { steps: readonly (readonly [string, string])[]; env: Record<string, string>; cwd: string },
): Promise<{ code: number | null; out: string }> {
  const window = openWindow(`stty cols 100 rows 40; exec ${line}`, place);
  let out = '';
  window.child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    out += part;
  });
  const ended = new Promise<RunResult>((resolve) => window.child.once('close', () => resolve(NOTHING_RUN)));
  const terminal = createTerminal({ output: () => out, ended, write: async (keys) => window.type(keys) });
  for (const [shown, keys] of steps) {
    await terminal.shows(shown);
    await terminal.type(keys);
  }
  await ended;
  const code = window.code();
  window.close();
  return { code, out };
}

/** The session of the example in which old keys are deleted, once it is derived: an undo derives again. */
export function sessionIn(walk: Walk): string {
  for (let tries = 0; tries < DERIVED_TRIES; tries += 1) {
    const { entries } = walk.json('sessions') as { entries: { id: string; title: string }[] };
    const found = entries.find(({ title }) => title.includes('keys'));
    if (found !== undefined) return found.id;
  }
  throw new Error('the session of the example is not listed');
}

function layOut(home: string, project: string): void {
  const sessions = join(home, '.claude', 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
  for (const folder of [sessions, project, join(home, '.codex')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, '.claude', 'settings.json'), '{\n  // mine\n  "model": "opus"\n}\n');
  writeFileSync(join(home, '.codex', 'config.toml'), '# mine\nmodel = "gpt"\n');
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...words], { cwd: project });
  git('init', '-q');
  writeFileSync(join(project, 'README.md'), '# Shop\n');
  git('add', '.');
  git('commit', '-qm', 'Shop');
  const files = readdirSync(EXAMPLE).map((name) => ({ name, text: readFileSync(join(EXAMPLE, name), 'utf8') }));
  const newest = Math.max(
    ...files.flatMap(({ text }) => [...text.matchAll(TIME)].map(([, at = '']) => Date.parse(at))),
  );
  const shift = Math.floor((Date.now() - newest) / DAY_MS - 0.5) * DAY_MS;
  for (const { name, text } of files) {
    const moved = text.replaceAll(TIME, (_, at) => `"timestamp":"${new Date(Date.parse(at) + shift).toISOString()}"`);
    writeFileSync(join(sessions, name), moved.replaceAll(EXAMPLE_FOLDER, project));
  }
}
