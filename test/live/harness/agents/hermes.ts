import type { ImportedAgent } from '../imported.ts';
import { PROJECT } from '../story.ts';

const config = (modelUrl: string): string =>
  [
    'model:',
    '  default: scripted',
    '  provider: custom',
    `  base_url: ${modelUrl}/v1`,
    '  api_key: sk-none',
    'memory:',
    '  memory_enabled: false',
    '  user_profile_enabled: false',
    'skills:',
    '  creation_nudge_interval: 0',
    '',
  ].join('\n');

/** Hermes Agent. */
export const HERMES: ImportedAgent = {
  name: 'hermes',
  package: { from: 'pypi', name: 'hermes-agent', extra: 'mcp', version: '0.19.0', command: 'hermes' },
  files: (modelUrl) => ({ '.hermes/config.yaml': config(modelUrl) }),
  env: (modelUrl) => ({ OPENAI_API_KEY: 'sk-none', OPENAI_BASE_URL: `${modelUrl}/v1` }),
  server: '.hermes/config.yaml',
  args: (prompt, goesOn) => ['chat', '--accept-hooks', '--yolo', '-Q', ...(goesOn ? ['-c'] : []), '-q', prompt],
  tools: {
    read: (file) => ({ tool: 'read_file', args: { path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'patch',
      args: { mode: 'replace', path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'terminal', args: { command } }),
    ask: (tool, args) => ({ tool: `mcp__cairn__${tool}`, args }),
  },
};
