import { join } from 'node:path';
import { type Print, prepareAgent } from './agent.ts';
import { ALLOWED, CLAUDE_CODE } from './agents/claude-code.ts';
import { installAgent } from './install-agent.ts';
import type { RunResult } from './model/protocol.ts';
import { CHECKOUT, type Namespace, REPOSITORY } from './namespace.ts';
import { PROJECT } from './story.ts';
import type { Terminal } from './terminal.ts';

/** The real Claude Code inside a namespace, with the scripted model behind it. */
export interface ClaudeCode {
  readonly print: Print;
  /** The program as its user sees it, ready for the first prompt; in the project unless said. */
  open(options?: { readonly cwd?: string }): Promise<ClaudeScreen>;
}

/** Someone at the keyboard of Claude Code. */
export interface ClaudeScreen {
  /** Types a prompt and waits until the answer is shown and the turn is over. */
  ask(prompt: string, answer: string): Promise<void>;
  exit(): Promise<RunResult>;
}

/** Installs Claude Code unless it is there, for use in a namespace. */
export async function prepareClaudeCode(): Promise<(namespace: Namespace) => ClaudeCode> {
  const printIn = await prepareAgent(CLAUDE_CODE);
  const program = join(CHECKOUT, await installAgent(REPOSITORY, CLAUDE_CODE));
  return (namespace) => ({
    print: printIn(namespace),
    open: async ({ cwd = PROJECT } = {}) => {
      const env = { ...CLAUDE_CODE.env(namespace.modelUrl), TERM: 'xterm-256color' };
      const terminal = namespace.openTerminal([program, ...ALLOWED], { cwd, env, timeoutMs: 180_000 });
      await terminal.shows('❯');
      return createScreen(terminal);
    },
  });
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
