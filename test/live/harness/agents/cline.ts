import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

const providers = (modelUrl: string): string =>
  JSON.stringify(
    {
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: {
            provider: 'openai-compatible',
            apiKey: 'sk-none',
            model: 'scripted',
            baseUrl: `${modelUrl}/v1`,
            // Small, or it takes no count of tokens for a reason to compact.
            contextWindow: 30_000,
          },
          updatedAt: '2026-11-21T23:29:30.852Z',
          tokenSource: 'manual',
        },
      },
    },
    null,
    2,
  );

/** Cline's CLI. */
export const CLINE: LiveAgent = {
  name: 'cline',
  // The program itself: the package `cline` finds it among 340 others, which it holds already.
  package: { name: `@cline/cli-${process.platform}-${process.arch}`, version: '3.0.65', command: 'cline' },
  files: (modelUrl) => ({
    '.cline/data/settings/providers.json': providers(modelUrl),
    '.cline/data/settings/cline_mcp_settings.json': '{\n\t"mcpServers": {}\n}',
    '.cline/hooks/PostToolUse': `#!/bin/sh\n# mine\necho '{"context":"${OWN_HOOK_WORD}"}'`,
  }),
  rewrites: ['.cline/data/settings/providers.json'],
  env: () => ({}),
  // Without a screen it goes on with no session: each prompt begins one.
  args: (prompt) => ['--json', prompt],
  said: (stdout) => {
    const lines = linesOf<{ type: string; text?: string }>(stdout);
    return { result: lines.findLast(({ type }) => type === 'run_result')?.text };
  },
  lastSession: async (home) => (await readdir(join(home, '.cline', 'data', 'sessions'))).sort().at(-1),
  tools: {
    read: (file) => ({ tool: 'read_files', args: { files: [{ path: `${PROJECT}/${file}` }] } }),
    edit: ({ file, from, to }) => ({
      tool: 'editor',
      args: { path: `${PROJECT}/${file}`, old_text: from, new_text: to },
    }),
    shell: (command) => ({ tool: 'run_commands', args: { commands: [command] } }),
    delegate: (task) => ({ tool: 'spawn_agent', args: { systemPrompt: 'You are a helper.', task } }),
    search: (query) => ({ tool: 'cairn__search', args: { query } }),
  },
  compactsAt: 990_000,
};
