import type { ImportedAgent } from '../imported.ts';
import { OPENCODE, scriptedProvider } from './opencode.ts';

/** Kilo Code's command line, a fork of OpenCode: its settings and tools. */
export const KILO: ImportedAgent = {
  name: 'kilo',
  // 7.8.1 names a package for this platform that npm does not have.
  package: { from: 'npm', name: '@kilocode/cli', version: '7.7.7', command: 'kilo' },
  files: (modelUrl) => ({ '.config/kilo/opencode.json': scriptedProvider(modelUrl) }),
  env: () => ({
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_TELEMETRY_LEVEL: 'off',
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  }),
  args: (prompt, goesOn) => ['run', ...(goesOn ? ['-c'] : []), prompt],
  tools: {
    ...OPENCODE.tools,
    ask: (tool, args) => ({ tool: `cairn_${tool}`, args }),
  },
  server: '.config/kilo/opencode.json',
  plugin: '.config/kilo/plugin/cairn.js',
};
