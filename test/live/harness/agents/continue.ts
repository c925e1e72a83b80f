import type { ImportedAgent } from '../imported.ts';
import { PROJECT } from '../story.ts';

const config = (modelUrl: string): string => `name: mine
version: 1.0.0
schema: v1
models:
  - name: scripted # the only one
    provider: openai
    model: scripted
    apiBase: ${modelUrl}/v1
    apiKey: sk-none
    roles: [chat, edit, apply]
`;

/** Continue's command line. */
export const CONTINUE: ImportedAgent = {
  name: 'continue',
  package: { from: 'npm', name: '@continuedev/cli', version: '1.5.47', command: 'cn' },
  files: (modelUrl) => ({ '.continue/config.yaml': config(modelUrl) }),
  env: () => ({ CONTINUE_CLI_ENABLE_TELEMETRY: '0', CONTINUE_METRICS_ENABLED: '0' }),
  args: (prompt, goesOn) => ['-p', '--auto', ...(goesOn ? ['--resume'] : []), prompt],
  server: '.continue/config.yaml',
  tools: {
    read: (file) => ({ tool: 'Read', args: { filepath: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'Edit',
      args: { file_path: `${PROJECT}/${file}`, old_string: from, new_string: to },
    }),
    shell: (command) => ({ tool: 'Bash', args: { command } }),
    ask: (tool, args) => ({ tool, args }),
  },
};
