import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

/** Written as a person writes it: comments, spacing, a hook of their own beside, and no line end at the end. */
const config = (modelUrl: string): string => `# my settings
model   = "gpt-5.5" # the one that I have
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
model_auto_compact_token_limit = 200_000

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses" # the only one
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects."${PROJECT}"]
trust_level = "trusted"

[tools]
update_plan = { enabled = true } # so that I see what is left`;

const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo ${OWN_HOOK_WORD}` }] }] };

/** OpenAI's Codex. */
export const CODEX: LiveAgent = {
  name: 'codex',
  package: { name: '@openai/codex', version: '0.169.0', command: 'codex' },
  files: (modelUrl) => ({
    '.codex/config.toml': config(modelUrl),
    '.codex/hooks.json': JSON.stringify({ hooks }, null, 4),
  }),
  env: () => ({ SCRIPTED_KEY: 'of-a-model-that-asks-for-none' }),
  args: (prompt, resume) => {
    const session = resume === undefined ? [] : ['resume', resume];
    return ['exec', '--dangerously-bypass-hook-trust', '--json', ...session, prompt];
  },
  said: (stdout) => {
    const lines = linesOf<{ thread_id?: string; item?: { type: string; text?: string } }>(stdout);
    return {
      session: lines.findLast(({ thread_id }) => thread_id !== undefined)?.thread_id,
      result: lines.findLast(({ item }) => item?.type === 'agent_message')?.item?.text,
    };
  },
  tools: {
    read: (file) => ({ tool: 'exec_command', args: { cmd: `cat ${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'apply_patch',
      args: `*** Begin Patch\n*** Update File: ${file}\n@@\n-exports.discount = (cents) => ${from};\n+exports.discount = (cents) => ${to};\n*** End Patch\n`,
    }),
    shell: (command) => ({ tool: 'exec_command', args: { cmd: command } }),
    delegate: (message) => ({ tool: 'multi_agent_v1/spawn_agent', args: { message, agent_type: 'default' } }),
    await: () => ({ tool: 'exec_command', args: { cmd: 'sleep 2' } }),
    search: (query) => ({ tool: 'mcp__cairn/search', args: { query } }),
    todos: (done, open) => [
      {
        tool: 'update_plan',
        args: {
          plan: [
            { step: done, status: 'completed' },
            { step: open, status: 'pending' },
          ],
        },
      },
    ],
  },
  compactsAt: 250_000,
};
