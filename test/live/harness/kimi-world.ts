import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaudeCode } from './claude-code.ts';
import type { KimiCode } from './kimi-code.ts';
import { KIMI_STORY } from './kimi-story.ts';
import type { Namespace } from './namespace.ts';
import { FIRST_SESSION, PROJECT } from './story.ts';
import { OWN_HOOK_WORD, openWorld, type World } from './world.ts';

/** The user's machine with Kimi Code beside Claude Code. */
export interface KimiWorld extends World {
  readonly kimi: KimiCode;
  /** Works through the first session with `kimi -p`, resumed from prompt to prompt; gives its id. */
  printKimiSession(env?: Readonly<Record<string, string>>): Promise<string>;
}

/** Opens a world in which the story is told to Kimi Code. */
export async function openKimiWorld(agents: {
  claudeCode: (namespace: Namespace) => ClaudeCode;
  kimiCode: (namespace: Namespace) => KimiCode;
}): Promise<KimiWorld> {
  const world = await openWorld(agents.claudeCode);
  const kimi = agents.kimiCode(world.namespace);
  await world.namespace.setScript(KIMI_STORY);
  const folder = join(world.namespace.home, '.kimi-code');
  await mkdir(folder);
  await writeFile(join(folder, 'config.toml'), kimi.settings(OWN_HOOK_WORD));
  await writeFile(join(folder, 'mcp.json'), '{\n\t"mcpServers": {}\n}');
  return {
    ...world,
    kimi,
    printKimiSession: async (env = {}) => {
      let resume: { resume?: string } = {};
      for (const { prompt, answer } of FIRST_SESSION) {
        const { session, result } = await kimi.print(prompt, { cwd: PROJECT, env, ...resume });
        if (result !== answer) throw new Error(`To "${prompt}" the agent said: ${result}`);
        resume = { resume: session };
      }
      return resume.resume ?? '';
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
