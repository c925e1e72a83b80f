import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PATIENT_ENV } from '../../support/patience.ts';
import type { LiveAgent } from './agent.ts';
import { type Cairn, cairnIn } from './cairn.ts';
import type { RecordedRequest } from './model/messages.ts';
import { injectedInto, textsOfRequest } from './model/requests.ts';
import { HOME, type Namespace, openNamespace } from './namespace.ts';
import type { Script } from './script.ts';
import { FILES, PROJECT } from './story.ts';

const SHOWN_CHARS = 2_000;

/** A user's machine: a home with the agents' settings as their user wrote them, a project under git, Cairn's command. */
export interface Machine extends AsyncDisposable {
  readonly namespace: Namespace;
  readonly cairn: Cairn;
  /** The folder of Cairn's data, on the host. */
  readonly cairnHome: string;
  /** Runs a test's steps; when one fails, the error says what reached the model and how Cairn is. */
  explained(steps: () => Promise<void>): Promise<void>;
}

/** Opens a machine with these agents on it. Its programs have deadlines that no load reaches: a late block is no block. */
export async function openMachine(script: Script, agents: readonly Pick<LiveAgent, 'files'>[]): Promise<Machine> {
  const namespace = await openNamespace({ script, env: PATIENT_ENV });
  const cairn = cairnIn(namespace, PROJECT);
  try {
    await furnish(namespace, agents);
  } catch (error) {
    await namespace[Symbol.asyncDispose]();
    throw error;
  }
  return {
    namespace,
    cairn,
    cairnHome: join(namespace.home, '.cairn'),
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

async function furnish(namespace: Namespace, agents: readonly Pick<LiveAgent, 'files'>[]): Promise<void> {
  const project = relative(HOME, PROJECT);
  const files = [
    ...agents.flatMap((agent) => Object.entries(agent.files(namespace.modelUrl))),
    ...Object.entries(FILES).map(([path, text]) => [join(project, path), text] as const),
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(join(namespace.home, path)), { recursive: true });
    await writeFile(join(namespace.home, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
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
