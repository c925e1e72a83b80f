import { type Print, prepareAgent } from './agent.ts';
import { CLAUDE_CODE } from './agents/claude-code.ts';
import { KIMI_CODE } from './agents/kimi-code.ts';
import { KIMI_STORY } from './kimi-story.ts';
import { type Machine, openMachine } from './machine.ts';
import { FIRST_SESSION } from './story.ts';

/** The user's machine with Kimi Code beside Claude Code. */
export interface KimiWorld extends Machine {
  readonly claude: { readonly print: Print };
  readonly kimi: { readonly print: Print };
  /** Works through the first session with `kimi -p`, resumed from prompt to prompt; gives its id. */
  printKimiSession(env?: Readonly<Record<string, string>>): Promise<string>;
}

const prepared = { claude: await prepareAgent(CLAUDE_CODE), kimi: await prepareAgent(KIMI_CODE) };

/** Opens a world in which the story is told to Kimi Code. */
export async function openKimiWorld(): Promise<KimiWorld> {
  const machine = await openMachine(KIMI_STORY, [CLAUDE_CODE, KIMI_CODE]);
  const kimi = { print: prepared.kimi(machine.namespace) };
  return {
    ...machine,
    claude: { print: prepared.claude(machine.namespace) },
    kimi,
    printKimiSession: async (env = {}) => {
      let resume: { resume?: string } = {};
      for (const { prompt, answer } of FIRST_SESSION) {
        const { session, result } = await kimi.print(prompt, { env, ...resume });
        if (result !== answer) throw new Error(`To "${prompt}" the agent said: ${result}`);
        resume = { resume: session };
      }
      return resume.resume ?? '';
    },
  };
}
