import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

/** Written as a person writes it. */
const SETTINGS = `{
\t// the scripted one
\t"security": { "auth": { "selectedType": "gemini-api-key" } },
\t"general": { "enableAutoUpdate": false }, // not now
\t"hooks": {
\t\t"BeforeAgent": [
\t\t\t{ "hooks": [ { "type": "command", "name": "mine",
\t\t\t\t"command": "echo '{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"BeforeAgent\\",\\"additionalContext\\":\\"${OWN_HOOK_WORD}\\"}}'" } ] }
\t\t]
\t},
\t"privacy": { "usageStatisticsEnabled": false },
\t"telemetry": { "enabled": false }
}`;

/** Gemini CLI. */
export const GEMINI_CLI: LiveAgent = {
  name: 'gemini-cli',
  package: { name: '@google/gemini-cli', version: '0.61.0', command: 'gemini' },
  files: () => ({ '.gemini/settings.json': SETTINGS }),
  env: (modelUrl) => ({
    GEMINI_API_KEY: 'of-a-model-that-asks-for-none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  args: (prompt, resume) => [
    ...['-y', '-m', 'gemini-2.5-flash', '-o', 'stream-json'],
    ...(resume === undefined ? [] : ['--resume', resume]),
    ...['-p', prompt],
  ],
  said: (stdout) => {
    const lines = linesOf<{ type: string; session_id?: string; role?: string; content?: string }>(stdout);
    return {
      session: lines.findLast(({ session_id }) => session_id !== undefined)?.session_id,
      result: lines.findLast(({ type, role }) => type === 'message' && role === 'assistant')?.content,
    };
  },
  tools: {
    read: (file) => ({ tool: 'read_file', args: { file_path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'replace',
      args: { file_path: `${PROJECT}/${file}`, instruction: 'round it', old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'run_shell_command', args: { command, description: 'look' } }),
    delegate: (prompt) => ({ tool: 'invoke_agent', args: { agent_name: 'generalist', prompt, request: prompt } }),
    report: (result) => ({ tool: 'complete_task', args: { result: { response: result } } }),
    search: (query) => ({ tool: 'mcp_cairn_search', args: { query } }),
    todos: (done, open) => [
      {
        tool: 'write_todos',
        args: {
          todos: [
            { description: done, status: 'completed' },
            { description: open, status: 'pending' },
          ],
        },
      },
    ],
  },
  compactsAt: 990_000,
};
