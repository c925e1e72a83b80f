import type { ImportedAgent } from '../imported.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';

/** Written as a person writes it. */
const config = (modelUrl: string): string => `# my settings
[models]
default   = "scripted" # for now

[model.scripted]
model = "scripted"
base_url = "${modelUrl}/v1"
api_key = "sk-none"
context_window = 200_000`;

const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo ${OWN_HOOK_WORD}` }] }] };

/** xAI's Grok CLI. */
export const GROK: ImportedAgent = {
  name: 'grok',
  package: {
    from: 'npm',
    name: '@xai-official/grok',
    version: '1.0.41',
    command: 'grok',
    finish: 'bin/postinstall.js',
  },
  files: (modelUrl) => ({
    '.grok/config.toml': config(modelUrl),
    '.grok/hooks/mine.json': JSON.stringify({ hooks }, null, 4),
  }),
  rewrites: ['.grok/config.toml'],
  server: '.grok/config.toml',
  env: () => ({ GROK_TELEMETRY_ENABLED: '0' }),
  args: (prompt, goesOn) => [...(goesOn ? ['-c'] : []), '-p', prompt, '--always-approve'],
  tools: {
    read: (file) => ({ tool: 'read_file', args: { target_file: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'search_replace',
      args: { file_path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'run_terminal_command', args: { command, description: 'look' } }),
    ask: (tool, args) => ({ tool: 'use_tool', args: { tool_name: `cairn__${tool}`, tool_input: args } }),
  },
};
