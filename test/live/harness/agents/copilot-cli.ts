import type { LiveAgent } from '../agent.ts';
import { OWN_HOOK_WORD, PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

const OWN_HOOK = {
  version: 1,
  hooks: {
    userPromptSubmitted: [{ type: 'command', bash: `echo '{"additionalContext":"${OWN_HOOK_WORD}"}'`, timeoutSec: 5 }],
  },
};

/** GitHub's Copilot CLI. */
export const COPILOT_CLI: LiveAgent = {
  name: 'copilot-cli',
  package: { name: '@github/copilot', version: '1.0.102', command: 'copilot' },
  files: () => ({
    '.copilot/hooks/mine.json': JSON.stringify(OWN_HOOK, null, 4),
    '.copilot/mcp-config.json': '{\n\t"mcpServers": {}\n}',
  }),
  env: (modelUrl) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: 'sk-none',
    COPILOT_MODEL: 'scripted',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  args: (prompt, resume) => [
    ...['--yolo', '--output-format', 'json'],
    ...(resume === undefined ? [] : [`--resume=${resume}`]),
    ...['-p', prompt],
  ],
  said: (stdout) => {
    const lines = linesOf<{ type: string; sessionId?: string; data?: { content?: string; sessionId?: string } }>(
      stdout,
    );
    return {
      session: lines.findLast(({ sessionId }) => sessionId !== undefined)?.sessionId,
      result: lines.findLast(({ type, data }) => type === 'assistant.message' && data?.content !== undefined)?.data
        ?.content,
    };
  },
  tools: {
    read: (file) => ({ tool: 'view', args: { path: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'edit',
      args: { path: `${PROJECT}/${file}`, old_str: from, new_str: to },
    }),
    shell: (command) => ({ tool: 'bash', args: { command, description: 'look' } }),
    delegate: (prompt) => ({
      tool: 'task',
      args: { description: 'Find callers', prompt, agent_type: 'general-purpose', name: 'callers', mode: 'sync' },
    }),
    search: (query) => ({ tool: 'cairn-search', args: { query } }),
  },
  compactsAt: 195_000,
};
