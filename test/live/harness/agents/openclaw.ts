import type { ImportedAgent } from '../imported.ts';
import { PROJECT } from '../story.ts';
import { scriptedModels } from './pi.ts';

const config = (modelUrl: string): string =>
  JSON.stringify({
    models: scriptedModels(modelUrl),
    agents: { defaults: { model: { primary: 'scripted/scripted' }, workspace: PROJECT, skipBootstrap: true } },
  });

/** OpenClaw. */
export const OPENCLAW: ImportedAgent = {
  name: 'openclaw',
  package: { from: 'npm', name: 'openclaw', version: '2026.9.6', command: 'openclaw' },
  files: (modelUrl) => ({ '.openclaw/openclaw.json': config(modelUrl) }),
  env: () => ({}),
  server: '.openclaw/openclaw.json',
  args: (prompt) => ['agent', '--local', '--agent', 'main', '-m', prompt],
  tools: {
    read: (file) => ({ tool: 'read', args: { path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'edit',
      args: { path: `${PROJECT}/${file}`, edits: [{ oldText: from, newText: to }] },
    }),
    shell: (command) => ({ tool: 'exec', args: { command } }),
    ask: (tool, args) => ({ tool: 'tool_call', args: { id: `cairn__${tool}`, args } }),
  },
};
