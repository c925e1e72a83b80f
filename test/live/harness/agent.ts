import { join } from 'node:path';
import { installAgent } from './install-agent.ts';
import type { RunResult } from './model/protocol.ts';
import { CHECKOUT, type Namespace, REPOSITORY } from './namespace.ts';
import type { Call } from './script.ts';
import { PROJECT } from './story.ts';

/** Characters at the end of a failed program's output that are shown. */
const SHOWN_CHARS = 4_000;
const TIMEOUT_MS = 100_000;

/** An agent program as npm has it; `command` is its binary. */
export interface AgentPackage {
  readonly name: string;
  readonly version: string;
  readonly command: string;
  /** The package's own script that makes its native binary usable, left out by `--ignore-scripts`. */
  readonly finish?: string;
}

/** An agent's own tools for what every agent does. Files are relative to the project. */
export interface Tools {
  read(file: string): Call;
  edit(change: { readonly file: string; readonly from: string; readonly to: string }): Call;
  shell(command: string): Call;
  /** Hands a task to a subagent. */
  delegate(task: string): Call;
  /** Waits for the subagent, where the agent itself does not. */
  await?(): Call;
  /** How a subagent ends its task, where words alone do not. */
  report?(text: string): Call;
  /** Cairn's search. */
  search(query: string): Call;
  /** One task done, one open; absent where the agent keeps no list. */
  todos?(done: string, open: string): readonly Call[];
}

/** A real agent as the live tests drive it, without a word about Cairn. */
export interface LiveAgent {
  /** As `cairn setup` takes it; names its folder below `.agents/` too. */
  readonly name: string;
  readonly package: AgentPackage;
  /** What its user wrote before Cairn came, by path relative to the home, with a hook of theirs where it has hooks. */
  files(modelUrl: string): Readonly<Record<string, string>>;
  env(modelUrl: string): Readonly<Record<string, string>>;
  /** Those of these files that it rewrites itself, in its own form. */
  readonly rewrites?: readonly string[];
  /** The file of Cairn's plugin in it, relative to the home, which waits for answers by itself. */
  readonly plugin?: string;
  /** The arguments of one prompt without a screen; `resume` is a session to go on with. */
  args(prompt: string, resume?: string): readonly string[];
  /** What it says at its end: the session and the last answer; `undefined` what it does not say. */
  said(stdout: string): { readonly session?: string | undefined; readonly result: string | undefined };
  /** The session it worked in last, for one that does not say; `home` is on the host. */
  lastSession?(home: string): Promise<string | undefined>;
  readonly tools: Tools;
  /** Input tokens that, reported as used, make it compact its conversation. */
  readonly compactsAt?: number;
  /** Files that it shows the model again after a compaction, without a call: its transcript tells of each. */
  readonly filesShownAgain?: number;
}

/** A prompt without a screen, in the project unless said: `resume` goes on with a session, `env` is added. */
export interface PrintOptions {
  readonly cwd?: string;
  readonly resume?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What an agent did: the session it worked in and the text it ended with. */
export interface Printed {
  readonly session: string;
  readonly result: string;
  readonly run: RunResult;
}

/** Puts one prompt to an agent; fails unless it exits 0 with an answer. */
export type Print = (prompt: string, options?: PrintOptions) => Promise<Printed>;

/** Installs an agent unless it is there, for use in a namespace. */
export async function prepareAgent(agent: LiveAgent): Promise<(namespace: Namespace) => Print> {
  const program = join(CHECKOUT, await installAgent(REPOSITORY, agent));
  return (namespace) =>
    async (prompt, { cwd = PROJECT, resume, env: more } = {}) => {
      const argv = [program, ...agent.args(prompt, resume)];
      const env = { ...agent.env(namespace.modelUrl), ...more };
      const run = await namespace.run(argv, { cwd, env, timeoutMs: TIMEOUT_MS });
      const said = run.code === 0 ? agent.said(run.stdout) : undefined;
      const session = said?.session ?? (await agent.lastSession?.(namespace.home));
      if (said?.result === undefined || session === undefined) {
        const how = run.timedOut ? 'ended with its time over' : `ended with ${run.code}`;
        throw new Error(`${agent.name} ${how}: ${run.stderr}${run.stdout.slice(-SHOWN_CHARS)}`);
      }
      return { session, result: said.result, run };
    };
}

/** Works through prompts in one session and fails unless each gets its answer; gives the session's id. */
export async function workThrough(
  print: Print,
  prompts: readonly { readonly prompt: string; readonly answer: string }[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  let session: string | undefined;
  for (const { prompt, answer } of prompts) {
    const printed = await print(prompt, { env, ...(session === undefined ? {} : { resume: session }) });
    if (printed.result !== answer) throw new Error(`To "${prompt}" the agent said: ${printed.result}`);
    session = printed.session;
  }
  return session ?? '';
}
