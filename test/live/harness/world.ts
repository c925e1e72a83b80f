import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Cairn, cairnIn } from './cairn.ts';
import type { ClaudeCode } from './claude-code.ts';
import type { RecordedRequest } from './messages.ts';
import { HOME, type Namespace, openNamespace } from './namespace.ts';
import { injectedInto, textsOfRequest } from './requests.ts';
import { FILES, FIRST_SESSION, PROJECT, STORY } from './story.ts';

const SHOWN_CHARS = 2_000;

/** What the user's own hook says to the model, before and beside Cairn. */
export const OWN_HOOK_WORD = 'a word of the hook that the user had before';

/** A user's machine: a home with settings of their own, a project under git, Claude Code and Cairn's command. */
export interface World extends AsyncDisposable {
  readonly namespace: Namespace;
  readonly claude: ClaudeCode;
  readonly cairn: Cairn;
  /** The folder of Cairn's data, on the host. */
  readonly cairnHome: string;
  /** Works through the first session with `claude -p`, resumed from prompt to prompt. */
  printFirstSession(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Works through the first session at the screen of Claude Code. */
  typeFirstSession(): Promise<void>;
  /** Runs a test's steps; when one fails, the error says what reached the model and how Cairn is. */
  explained(steps: () => Promise<void>): Promise<void>;
}

/** Opens a world in which the story is told. */
export async function openWorld(claudeCode: (namespace: Namespace) => ClaudeCode): Promise<World> {
  const namespace = await openNamespace({ script: STORY });
  const claude = claudeCode(namespace);
  const cairn = cairnIn(namespace, PROJECT);
  try {
    await furnish(namespace, claude);
  } catch (error) {
    await namespace[Symbol.asyncDispose]();
    throw error;
  }
  return {
    namespace,
    claude,
    cairn,
    cairnHome: join(namespace.home, '.cairn'),
    printFirstSession: async (env = {}) => {
      let resume: { resume?: string } = {};
      for (const { prompt, answer } of FIRST_SESSION) {
        const { session, result } = await claude.print(prompt, { cwd: PROJECT, env, ...resume });
        if (result !== answer) throw new Error(`To "${prompt}" the agent said: ${result}`);
        resume = { resume: session };
      }
    },
    typeFirstSession: async () => {
      const screen = await claude.open({ cwd: PROJECT });
      for (const { prompt, answer } of FIRST_SESSION) await screen.ask(prompt, answer);
      await screen.exit();
    },
    explained: async (steps) => {
      try {
        await steps();
      } catch (error) {
        throw new Error(await explanation(error, namespace.requests, cairn), { cause: error });
      }
    },
    [Symbol.asyncDispose]: () => namespace[Symbol.asyncDispose](),
  };
}

async function furnish(namespace: Namespace, claude: ClaudeCode): Promise<void> {
  const project = relative(HOME, PROJECT);
  const hook = { type: 'command', command: `echo ${OWN_HOOK_WORD}` };
  const settings = { env: { EDITOR: 'vi' }, hooks: { UserPromptSubmit: [{ hooks: [hook] }] }, theme: 'dark' };
  const files = {
    // Four spaces and no line end: a format of the user's own, to be found again.
    '.claude/settings.json': JSON.stringify(settings, null, 4),
    '.claude.json': JSON.stringify(claude.settled(PROJECT), null, 2),
    ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [join(project, path), text])),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(namespace.home, path)), { recursive: true });
    await writeFile(join(namespace.home, path), text);
  }
  const git =
    'git init -q -b main && git add . && git -c user.name=dev -c user.email=dev@example.com commit -q -m start';
  const { code, stderr } = await namespace.run(['sh', '-c', git], { cwd: PROJECT });
  if (code !== 0) throw new Error(`The project could not be made: ${stderr}`);
}

async function explanation(error: unknown, requests: readonly RecordedRequest[], cairn: Cairn): Promise<string> {
  const last = requests.at(-1);
  const texts = last === undefined ? [] : textsOfRequest(last).map((text) => text.slice(0, SHOWN_CHARS));
  const { stdout, stderr } = await cairn.run(['status', '--json']);
  return [
    error instanceof Error ? error.message : String(error),
    ...requests.slice(-4).map((request, index) => `--- injected, request ${index - 4}\n${injectedInto(request)}`),
    `--- the last request\n${texts.join('\n')}`,
    `--- cairn status\n${stdout}${stderr}`,
  ].join('\n');
}
