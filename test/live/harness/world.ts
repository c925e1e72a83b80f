import { workThrough } from './agent.ts';
import { CLAUDE_CODE } from './agents/claude-code.ts';
import type { ClaudeCode } from './claude-code.ts';
import { type Machine, openMachine } from './machine.ts';
import type { Namespace } from './namespace.ts';
import { FIRST_SESSION, STORY } from './story.ts';

/** A user's machine with Claude Code. */
export interface World extends Machine {
  readonly claude: ClaudeCode;
  /** Works through the first session with `claude -p`, resumed from prompt to prompt. */
  printFirstSession(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Works through the first session at the screen of Claude Code. */
  typeFirstSession(): Promise<void>;
}

/** Opens a world in which the agent follows the story. */
export async function openWorld(claudeCode: (namespace: Namespace) => ClaudeCode): Promise<World> {
  const machine = await openMachine(STORY, [CLAUDE_CODE]);
  const claude = claudeCode(machine.namespace);
  return {
    ...machine,
    claude,
    printFirstSession: async (env) => {
      await workThrough(claude.print, FIRST_SESSION, env);
    },
    typeFirstSession: async () => {
      const screen = await claude.open();
      for (const { prompt, answer } of FIRST_SESSION) await screen.ask(prompt, answer);
      await screen.exit();
    },
  };
}
