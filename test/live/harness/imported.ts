import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LiveAgent, Tools } from './agent.ts';
import { installAgent, versionWanted } from './install-agent.ts';
import { CHECKOUT, REPOSITORY } from './namespace.ts';
import { NEXT_PROMPT } from './relay-story.ts';
import type { Call, Script } from './script.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, quoting, SAID_ON_THE_WAY } from './story.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 300_000;
/** Versions of Python that are looked for, from the least one. */
const PYTHONS_TRIED = 4;

/** A program from npm, or from PyPI. */
export interface ImportedPackage {
  readonly from: 'npm' | 'pypi';
  readonly name: string;
  readonly version: string;
  /** The binary; of a library, the program of this repository that uses it, by its path. */
  readonly command: string;
  /** For PyPI: it brings no program that takes a prompt. */
  readonly isLibrary?: boolean;
  /** For PyPI: what of its optional parts is needed, by their name. */
  readonly extra?: string;
  /** For PyPI: the oldest Python that runs it, where that is newer than the machine's own may be. */
  readonly python?: string;
  /** For npm: the package's own script that makes its native binary usable. */
  readonly finish?: string;
}

/** A real agent whose sessions Cairn imports, as the live tests drive it. */
export interface ImportedAgent extends Pick<LiveAgent, 'name' | 'files' | 'env' | 'rewrites' | 'plugin'> {
  readonly package: ImportedPackage;
  /** The arguments of one prompt without a screen; `goesOn`: in its last session. */
  args(prompt: string, goesOn: boolean): readonly string[];
  readonly tools: Pick<Tools, 'read' | 'edit' | 'shell'> & {
    /** Calls a tool of Cairn's MCP server, where the agent takes one. */
    ask?(tool: string, args: Readonly<Record<string, unknown>>): Call;
  };
  /** The file in which set-up registers that server, relative to the home. */
  readonly server?: string;
}

/** The prompts of its session, with the answers that end them. */
export const IMPORTED_SESSION = [
  { prompt: `We decided that ${DECISION}, never floats. Fix the rounding.`, answer: 'The discount is rounded now.' },
  { prompt: 'Who calls it?', answer: 'The cart and the invoice call it.' },
] as const;

/** Tool calls of the session: of all, and of those that fail. */
export const CALLS = { all: 5, failed: 1 } as const;

/** What its next session asks Cairn's MCP server, with words of the answers. */
export const ASKED = [
  { tool: 'search', args: { query: CONSTRAINT }, says: CONSTRAINT },
  { tool: 'why', args: { path: CHANGED_FILE, line: 1 }, says: DECISION },
  { tool: 'smart_outline', args: { path: CHANGED_FILE }, says: 'exports.discount' },
] as const;

/** What the scripted model answers. */
export function importedStory({ tools }: Pick<ImportedAgent, 'tools'>): Script {
  const asked = ASKED.flatMap(({ tool, args }) => tools.ask?.(tool, args) ?? []);
  const check = { calls: [tools.shell('node check.js')] };
  const edit = tools.edit({ file: CHANGED_FILE, from: 'cents * 0.9', to: 'Math.round(cents * 0.9)' });
  const [fix, ask] = IMPORTED_SESSION;
  return {
    turns: [
      {
        when: 'Fix the rounding',
        steps: [
          { text: SAID_ON_THE_WAY, calls: [tools.read(CHANGED_FILE)] },
          check,
          { calls: [edit] },
          check,
          { text: fix.answer },
        ],
      },
      { when: ask.prompt, steps: [{ calls: [tools.shell('grep -rl discount src')] }, { text: ask.answer }] },
      // The next session: it reads a file, repeats what Cairn said, and prints a text that is stored compressed.
      {
        when: NEXT_PROMPT,
        steps: [
          { calls: [tools.read(CHANGED_FILE)] },
          ...asked.map((call) => ({ calls: [call] })),
          { ...quoting(false), calls: [tools.shell('cat src/invoice.js')] },
          { text: 'Done.' },
        ],
      },
    ],
  };
}

/** Installs the agent unless it is there; gives the beginning of its command line inside a namespace. */
export async function installImported({ name, package: agent }: ImportedAgent): Promise<readonly string[]> {
  if (agent.from === 'npm') return [join(CHECKOUT, await installAgent(REPOSITORY, { name, package: agent }))];
  const folder = join(REPOSITORY, '.agents', name);
  const stamp = join(folder, 'stamp');
  const extra = agent.extra === undefined ? '' : `[${agent.extra}]`;
  const wanted = `${agent.name}${extra}==${versionWanted(name, agent.version)}`;
  const isThere = async (): Promise<boolean> => existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted;
  if (!(await isThere())) {
    // Built beside its place and moved there, so that two test files at once cannot see half of it.
    const building = `${folder}.${process.pid}`;
    await rm(building, { recursive: true, force: true });
    const python = agent.python === undefined ? 'python3' : await pythonOf(agent.python);
    await run(python, ['-m', 'venv', building]);
    await run(join(building, 'bin', 'pip'), ['install', '-q', wanted], { timeout: INSTALL_TIMEOUT_MS });
    if (agent.python !== undefined) await copyPython(python, building, join(CHECKOUT, '.agents', name));
    await writeFile(join(building, 'stamp'), wanted);
    if (!(await isThere())) {
      await rm(folder, { recursive: true, force: true });
      await rename(building, folder);
    }
    await rm(building, { recursive: true, force: true });
  }
  // The program names its Python by the path on the host, where no namespace may see it.
  const inside = join(CHECKOUT, '.agents', name);
  const [version = ''] = await readdir(join(folder, 'lib'));
  const packages = join(inside, 'lib', version, 'site-packages');
  const own = join(inside, 'python');
  const home = agent.python === undefined ? [] : [`PYTHONHOME=${own}`, `LD_LIBRARY_PATH=${join(own, 'lib')}`];
  const python = agent.python === undefined ? 'python3' : join(own, 'bin', version);
  const program = agent.isLibrary === true ? join(CHECKOUT, agent.command) : join(inside, 'bin', agent.command);
  return ['env', ...home, `PYTHONPATH=${packages}`, python, program];
}

/** A Python of at least this version on this machine. Throws where there is none. */
async function pythonOf(least: string): Promise<string> {
  const minor = Number(least.split('.')[1]);
  const names = Array.from({ length: PYTHONS_TRIED }, (_, more) => `python3.${minor + more}`);
  const versions = join(homedir(), '.pyenv', 'versions');
  const own = existsSync(versions) ? (await readdir(versions)).sort() : [];
  const paths = names.flatMap((name) => [name, ...own.map((version) => join(versions, version, 'bin', name))]);
  for (const path of paths) {
    const isThere = await run(path, ['-c', 'import venv, ssl']).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error(`No Python ${least} or newer is on this machine.`);
}

/** Copies a Python with its library, which may lie in a home that no namespace sees, and lets programs begin with it. */
async function copyPython(python: string, folder: string, inside: string): Promise<void> {
  const target = join(folder, 'python');
  const asked = 'import sys; print(sys.base_prefix); print(f"python{sys.version_info.major}.{sys.version_info.minor}")';
  const [prefix = '', name = ''] = (await run(python, ['-c', asked])).stdout.trim().split('\n');
  const left = /\/(?:test|tests|idlelib|site-packages|__pycache__|config-[^/]*)(?:\/|$)/;
  const below = join(prefix, 'lib');
  await mkdir(join(target, 'bin'), { recursive: true });
  await cp(join(prefix, 'bin', name), join(target, 'bin', name), { dereference: true });
  for (const entry of await readdir(below)) {
    if (entry !== name && !/^libpython.*\.so/.test(entry)) continue;
    const filter = (path: string): boolean => !left.test(path.slice(below.length));
    await cp(join(below, entry), join(target, 'lib', entry), { recursive: true, dereference: true, filter });
  }
  for (const program of await readdir(join(folder, 'bin'), { withFileTypes: true })) {
    const path = join(folder, 'bin', program.name);
    const text = program.isFile() ? await readFile(path, 'latin1') : '';
    if (/^#!\S*python/.test(text))
      await writeFile(path, text.replace(/^#!.*/, `#!${inside}/python/bin/${name}`), 'latin1');
  }
}
