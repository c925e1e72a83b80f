import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A program from npm, or from PyPI. */
export interface ImportedPackage {
  readonly from: 'npm' | 'pypi';
  readonly name: string;
  readonly version: string;
  readonly command: string;
  /** For npm: the package's own script that makes its native binary usable. */
  readonly finish?: string;
}

/** A real agent whose sessions Cairn imports, as the live tests drive it. */
export interface ImportedAgent extends Pick<LiveAgent, 'name' | 'files' | 'env' | 'rewrites'> {
  readonly package: ImportedPackage;
  /** The arguments of one prompt without a screen; `goesOn`: in its last session. */
  args(prompt: string, goesOn: boolean): readonly string[];
  readonly tools: Pick<Tools, 'read' | 'edit' | 'shell'> & {
    /** Calls a tool of Cairn's MCP server, where the agent takes one. */
    ask?(tool: string, args: Readonly<Record<string, unknown>>): Call;
  };
  /** The file in which set-up registers that server, relative to the home. */
  readonly server?: string;
  /** The file of Cairn's plugin in it, relative to the home, which waits for answers by itself. */
  readonly plugin?: string;
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
export function importedStory({ tools }: ImportedAgent): Script {
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
  const wanted = `${agent.name}==${versionWanted(agent.version)}`;
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== wanted) {
    await rm(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), ['install', '-q', wanted], { timeout: INSTALL_TIMEOUT_MS });
    await writeFile(stamp, wanted);
  }
  // The program names its Python by the path on the host, where no namespace may see it.
  const inside = join(CHECKOUT, '.agents', name);
  const [version = ''] = await readdir(join(folder, 'lib'));
  const packages = join(inside, 'lib', version, 'site-packages');
  return ['env', `PYTHONPATH=${packages}`, 'python3', join(inside, 'bin', agent.command)];
}
