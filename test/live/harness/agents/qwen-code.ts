import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

/** Written as a person writes it. Without a terminal of its own a command's output is lost now and then, by Qwen itself. */
const SETTINGS = `{
  // the scripted one
  "security": { "auth": { "selectedType": "openai" } },
  "model": { "name": "scripted" },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "general": { "disableAutoUpdate": true }, /* not now */
  "tools": { "todoWrite": { "enabled": true }, "shell": { "enableInteractiveShell": true } },
  "$version": 4,
  "hooks": {
    "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": "echo ${OWN_HOOK_WORD}" }] }]
  }
}`;

/** Qwen Code. */
export const QWEN_CODE: LiveAgent = {
  name: 'qwen-code',
  package: { name: '@qwen-code/qwen-code', version: '0.24.4', command: 'qwen' },
  files: () => ({ '.qwen/settings.json': SETTINGS }),
  env: (modelUrl) => ({ OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_API_KEY: 'sk-none', OPENAI_MODEL: 'scripted' }),
  args: (prompt, resume) => ['-y', '-o', 'stream-json', ...(resume === undefined ? [] : ['-r', resume]), prompt],
  said: (stdout) => {
    const lines = linesOf<{ session_id?: string; type?: string; result?: string }>(stdout);
    return {
      session: lines.findLast(({ session_id }) => session_id !== undefined)?.session_id,
      result: lines.findLast(({ type }) => type === 'result')?.result,
    };
  },
  tools: {
    read: (file) => ({ tool: 'read_file', args: { file_path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'edit',
      args: { file_path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'run_shell_command', args: { command, is_background: false } }),
    delegate: (prompt) => ({
      tool: 'agent',
      args: { description: 'Find callers', prompt, subagent_type: 'general-purpose' },
    }),
    search: (query) => ({ tool: 'mcp__cairn__search', args: { query } }),
    todos: (done, open) => [
      {
        tool: 'todo_write',
        args: {
          todos: [
            { id: '1', content: done, status: 'completed' },
            { id: '2', content: open, status: 'pending' },
          ],
        },
      },
    ],
  },
  compactsAt: 170_000,
};
