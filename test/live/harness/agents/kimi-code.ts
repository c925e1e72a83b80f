import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD } from '../story.ts';
import { linesOf } from './json-lines.ts';

/** Written as a person writes it: comments, spacing, a hook of their own, and no line end at the end. */
const config = (modelUrl: string): string => `# my settings
default_model   = "scripted" # for now
telemetry = false

[providers.scripted]
type = "openai"
base_url = "${modelUrl}/v1"
api_key = "sk-of-a-model-that-asks-for-none"

[[hooks]] # mine
event = "UserPromptSubmit"
command = 'echo ${OWN_HOOK_WORD}'

[models.scripted]
provider = "scripted"
model = "scripted"
max_context_size = 200_000
capabilities = [
  "tool_use", # all that it can
]`;

/** Kimi Code. */
export const KIMI_CODE: LiveAgent = {
  name: 'kimi-code',
  package: { name: '@moonshot-ai/kimi-code', version: '2.1.0', command: 'kimi' },
  files: (modelUrl) => ({
    '.kimi-code/config.toml': config(modelUrl),
    '.kimi-code/mcp.json': '{\n\t"mcpServers": {}\n}',
  }),
  env: () => ({ KIMI_CODE_NO_AUTO_UPDATE: '1' }),
  args: (prompt, resume) => [
    ...['--output-format', 'stream-json'],
    ...(resume === undefined ? [] : ['-S', resume]),
    ...['-p', prompt],
  ],
  said: (stdout) => {
    const lines = linesOf<{ role?: string; content?: string; session_id?: string }>(stdout);
    return {
      session: lines.findLast(({ session_id }) => session_id !== undefined)?.session_id,
      result: lines.findLast(({ role, content }) => role === 'assistant' && content !== undefined)?.content,
    };
  },
  tools: {
    read: (path) => ({ tool: 'Read', args: { path } }),
    edit: ({ file, from, to }) => ({ tool: 'Edit', args: { path: file, old_string: from, new_string: to } }),
    shell: (command) => ({ tool: 'Bash', args: { command } }),
    delegate: (prompt) => ({
      tool: 'Agent',
      args: { description: 'Find callers', prompt, subagent_type: 'coder' },
    }),
    search: (query) => ({ tool: 'mcp__cairn__search', args: { query } }),
    todos: (done, open) => [
      {
        tool: 'TodoList',
        args: {
          todos: [
            { title: done, status: 'done' },
            { title: open, status: 'pending' },
          ],
        },
      },
    ],
  },
  compactsAt: 195_000,
};
