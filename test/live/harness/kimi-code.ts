import { join } from 'node:path';
import { installAgent, KIMI_CODE } from './install-agent.ts';
import { CHECKOUT, type Namespace, REPOSITORY } from './namespace.ts';
import type { RunResult } from './protocol.ts';

/** A prompt for `kimi -p`: `resume` goes on with a session, `env` is added. */
export interface KimiOptions {
  readonly cwd: string;
  readonly resume?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a `kimi -p` did: the session it worked in and the text it ended with. */
export interface KimiPrinted {
  readonly session: string;
  readonly result: string;
  readonly run: RunResult;
}

/** The real Kimi Code inside a namespace, with the scripted model behind it. */
export interface KimiCode {
  /** What its user's `~/.kimi-code/config.toml` says; `hook` is a command of the user's own on every prompt. */
  settings(hook: string): string;
  /** `kimi -p`; fails unless it exits 0 with an answer. */
  print(prompt: string, options: KimiOptions): Promise<KimiPrinted>;
}

/** Installs Kimi Code unless it is there, for use in a namespace. */
export async function prepareKimiCode(): Promise<(namespace: Namespace) => KimiCode> {
  const program = join(CHECKOUT, await installAgent(REPOSITORY, KIMI_CODE));
  return (namespace) => kimiIn(namespace, program);
}

function kimiIn(namespace: Namespace, program: string): KimiCode {
  return {
    settings: (hook) => settingsFor(namespace.modelUrl, hook),
    print: async (prompt, options) => {
      const resume = options.resume === undefined ? [] : ['-S', options.resume];
      const argv = [program, '--output-format', 'stream-json', ...resume, '-p', prompt];
      const env = { KIMI_CODE_NO_AUTO_UPDATE: '1', ...options.env };
      return toPrinted(await namespace.run(argv, { cwd: options.cwd, env }));
    },
  };
}

/** Written as a person writes it: comments, spacing, a hook of their own, and no line end at the end. */
function settingsFor(modelUrl: string, hook: string): string {
  return `# my settings
default_model   = "scripted" # for now
telemetry = false

[providers.scripted]
type = "openai"
base_url = "${modelUrl}/v1"
api_key = "sk-of-a-model-that-asks-for-none"

[[hooks]] # mine
event = "UserPromptSubmit"
command = 'echo ${hook}'

[models.scripted]
provider = "scripted"
model = "scripted"
max_context_size = 200_000
capabilities = [
  "tool_use", # all that it can
]`;
}

function toPrinted(run: RunResult): KimiPrinted {
  if (run.code !== 0) {
    throw new Error(`kimi -p ended with ${run.timedOut ? 'its time over' : run.code}: ${run.stderr}${run.stdout}`);
  }
  const lines = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { role?: string; content?: string; session_id?: string });
  const session = lines.findLast(({ session_id }) => session_id !== undefined)?.session_id;
  const result = lines.findLast(({ role, content }) => role === 'assistant' && content !== undefined)?.content;
  if (session === undefined || result === undefined) throw new Error(`kimi -p said: ${run.stdout}`);
  return { session, result, run };
}
