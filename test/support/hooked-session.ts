import type { JsonObject } from '../../src/core/json.ts';
import type { LocalMemory } from '../../src/memory/local.ts';

/** What a test says of one turn that hooks of Claude Code tell. */
export interface HookedTurn {
  memory: LocalMemory;
  project: string;
  session: string;
  /** Milliseconds since 1970. */
  at: number;
  prompt: string;
  answer: string;
}

/** Tells a turn by hooks: it begins, a test fails twice, a file is written, the test succeeds, the agent answers, it ends. */
export async function tellTurn({ memory, project, session, at, prompt, answer }: HookedTurn): Promise<void> {
  let n = 0;
  const hook = async (event: string, fields: JsonObject): Promise<void> => {
    const payload = JSON.stringify({ session_id: session, cwd: project, hook_event_name: event, ...fields });
    await memory.takeHook({
      agent: 'claude-code',
      event,
      payload,
      delivery: `${session} ${at} ${n}`,
      at: at + 1_000 * n++,
    });
  };
  const bash = (isFine: boolean): Promise<void> =>
    hook(isFine ? 'PostToolUse' : 'PostToolUseFailure', {
      tool_name: 'Bash',
      tool_use_id: `run ${at} ${n}`,
      tool_input: { command: 'npm test' },
      ...(isFine
        ? { tool_response: { stdout: 'all 12 tests passed', stderr: '', interrupted: false } }
        : {
            error:
              "Exit code 1\nFAIL test/cart.test.ts\nTypeError: cannot read properties of undefined (reading 'total')",
          }),
    });
  await hook('SessionStart', { source: 'startup' });
  await hook('UserPromptSubmit', { prompt });
  await bash(false);
  await bash(false);
  await hook('PostToolUse', {
    tool_name: 'Write',
    tool_use_id: `write ${at}`,
    tool_input: { file_path: `${project}/src/cart.ts`, content: 'export const total = 0;\n' },
    tool_response: { type: 'create', filePath: `${project}/src/cart.ts` },
  });
  await bash(true);
  await hook('Stop', { last_assistant_message: answer });
  await hook('SessionEnd', { reason: 'prompt_input_exit' });
  await memory.settled();
}
