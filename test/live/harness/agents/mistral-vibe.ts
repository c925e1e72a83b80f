import type { ImportedAgent } from '../imported.ts';
import { PROJECT } from '../story.ts';

/** Written as a person writes it. */
const config = (modelUrl: string): string => `# my settings
active_model = "scripted" # for now
enable_telemetry = false
enable_update_checks = false
enable_auto_update = false

[[providers]]
name = "scripted"
api_base = "${modelUrl}/v1"
api_key_env_var = "SCRIPTED_KEY"
api_style = "openai"
backend = "generic"

[[models]]
name = "scripted"
provider = "scripted"
alias = "scripted"`;

/** Mistral Vibe. */
export const MISTRAL_VIBE: ImportedAgent = {
  name: 'mistral-vibe',
  package: { from: 'pypi', name: 'mistral-vibe', version: '3.0.2', command: 'vibe', python: '3.12' },
  files: (modelUrl) => ({ '.vibe/config.toml': config(modelUrl) }),
  env: () => ({ SCRIPTED_KEY: 'sk-none', MISTRAL_API_KEY: 'sk-none' }),
  args: (prompt, goesOn) => ['--auto-approve', '--trust', ...(goesOn ? ['-c'] : []), '-p', prompt],
  server: '.vibe/config.toml',
  tools: {
    read: (file) => ({ tool: 'read_file', args: { path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'edit',
      args: { file_path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'bash', args: { command } }),
    ask: (tool, args) => ({
      tool: 'run_typescript',
      args: { code: `return await tools.mcp_cairn.${tool}(${JSON.stringify(args)});` },
    }),
  },
};
