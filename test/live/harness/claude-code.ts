import { join } from 'node:path';
import { CLAUDE_CODE, installAgent } from './install-agent.ts';
import { CHECKOUT, type Namespace, REPOSITORY } from './namespace.ts';
import type { RunResult } from './protocol.ts';
import type { Terminal } from './terminal.ts';

const TOOLS = 'Bash,Read,Write,Edit,Agent,TaskCreate,TaskUpdate';
/** Not a key: the scripted model asks for none, but Claude Code does. */
const KEY = 'sk-ant-scripted-model-of-the-live-test';

/** A prompt for `claude -p`: `resume` goes on with a session, `env` is added. */
export interface PrintOptions {
  readonly cwd: string;
  readonly resume?: string;
  readonly tools?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a `claude -p` did: the session it worked in and the text it ended with. */
export interface Printed {
  readonly session: string;
  readonly result: string;
  readonly run: RunResult;
}

/** The real Claude Code inside a namespace, with the scripted model behind it. */
export interface ClaudeCode {
  /** What its user's `~/.claude.json` says after the first start was gone through, for `cwd`. */
  settled(cwd: string): object;
  /** `claude -p`; fails unless it exits 0 with a result. */
  print(prompt: string, options: PrintOptions): Promise<Printed>;
  /** The program as its user sees it, ready for the first prompt. */
  open(options: Omit<PrintOptions, 'resume'>): Promise<ClaudeScreen>;
}

/** Someone at the keyboard of Claude Code. */
export interface ClaudeScreen {
  /** Types a prompt and waits until the answer is shown and the turn is over. */
  ask(prompt: string, answer: string): Promise<void>;
  exit(): Promise<RunResult>;
}

/** Installs Claude Code unless it is there, for use in a namespace. */
export async function prepareClaudeCode(): Promise<(namespace: Namespace) => ClaudeCode> {
  const program = join(CHECKOUT, await installAgent(REPOSITORY, CLAUDE_CODE));
  return (namespace) => claudeIn(namespace, program);
}

function claudeIn(namespace: Namespace, program: string): ClaudeCode {
  const env = {
    ANTHROPIC_BASE_URL: namespace.modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const allowed = (tools: readonly string[] = []): readonly string[] => [
    ...['--permission-mode', 'default'],
    ...['--allowedTools', [TOOLS, ...tools].join(',')],
  ];
  return {
    settled: (cwd) => ({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
    }),
    print: async (prompt, options) => {
      const resume = options.resume === undefined ? [] : ['--resume', options.resume];
      const argv = [program, '-p', prompt, ...resume, '--output-format', 'json', ...allowed(options.tools)];
      const run = await namespace.run(argv, { cwd: options.cwd, env: { ...env, ...options.env } });
      return toPrinted(run);
    },
    open: async (options) => {
      const argv = [program, ...allowed(options.tools)];
      const more = { cwd: options.cwd, env: { ...env, TERM: 'xterm-256color', ...options.env }, timeoutMs: 180_000 };
      const terminal = namespace.openTerminal(argv, more);
      await terminal.shows('❯');
      return createScreen(terminal);
    },
  };
}

function toPrinted(run: RunResult): Printed {
  if (run.code !== 0) {
    throw new Error(`claude -p ended with ${run.timedOut ? 'its time over' : run.code}: ${run.stderr}${run.stdout}`);
  }
  const said = JSON.parse(run.stdout) as { session_id: string; result?: string; is_error?: boolean };
  if (said.is_error === true || said.result === undefined) throw new Error(`claude -p failed: ${run.stdout}`);
  return { session: said.session_id, result: said.result, run };
}

function createScreen(terminal: Terminal): ClaudeScreen {
  const enter = async (text: string): Promise<void> => {
    await terminal.type(text);
    await terminal.shows(text);
    await terminal.type('\r');
  };
  return {
    ask: async (prompt, answer) => {
      await enter(prompt);
      await terminal.shows(answer, '· done');
    },
    exit: async () => {
      await enter('/exit');
      return terminal.ended;
    },
  };
}
