import type { LiveAgent } from '../agent.ts';
import { PROJECT } from '../story.ts';
import { linesOf } from './json-lines.ts';

/** Settings with the scripted model alone, as a person writes them. */
export const scriptedProvider = (modelUrl: string): string => `{
  "$schema": "https://opencode.ai/config.json",
  "model": "scripted/scripted", "small_model": "scripted/scripted", // one for all
  "autoupdate": false,
  "share": "disabled",
  "enabled_providers": ["scripted"],
  "provider": {
    "scripted": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Scripted",
      "options": { "baseURL": "${modelUrl}/v1", "apiKey": "sk-none" },
      "models": { "scripted": { "name": "Scripted", "tool_call": true, "limit": { "context": 200000, "output": 8000 } } }
    }
  },
  "permission": { "edit": "allow", "bash": "allow", "webfetch": "allow", "external_directory": "allow" }
}`;

const VERSION = '1.18.33';
const needs = { dependencies: { '@opencode-ai/plugin': VERSION } };

/** What its first start with a network leaves there. Without it each start tries to install, and locks out the next. */
const INSTALLED = {
  '.config/opencode/package.json': JSON.stringify(needs),
  '.config/opencode/package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': needs } }),
  '.config/opencode/node_modules/@opencode-ai/plugin/package.json': JSON.stringify({ version: VERSION }),
};

/** OpenCode. */
export const OPENCODE: LiveAgent = {
  name: 'opencode',
  package: { name: 'opencode-ai', version: VERSION, command: 'opencode', finish: 'postinstall.mjs' },
  files: (modelUrl) => ({ '.config/opencode/opencode.json': scriptedProvider(modelUrl), ...INSTALLED }),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }),
  args: (prompt, resume) => [...['run', '--format', 'json'], ...(resume === undefined ? [] : ['-s', resume]), prompt],
  said: (stdout) => {
    const lines = linesOf<{ type: string; sessionID?: string; part?: { text?: string } }>(stdout);
    return {
      session: lines.findLast(({ sessionID }) => sessionID !== undefined)?.sessionID,
      result: lines.findLast(({ type }) => type === 'text')?.part?.text,
    };
  },
  tools: {
    read: (file) => ({ tool: 'read', args: { filePath: `${PROJECT}/${file}` } }),
    edit: ({ file, from, to }) => ({
      tool: 'edit',
      args: { filePath: `${PROJECT}/${file}`, oldString: from, newString: to },
    }),
    shell: (command) => ({ tool: 'bash', args: { command, description: 'look' } }),
    delegate: (prompt) => ({
      tool: 'task',
      args: { description: 'Find callers', prompt, subagent_type: 'general' },
    }),
    search: (query) => ({ tool: 'cairn_search', args: { query } }),
    todos: (done, open) => [
      {
        tool: 'todowrite',
        args: {
          todos: [
            { id: '1', content: done, status: 'completed', priority: 'high' },
            { id: '2', content: open, status: 'pending', priority: 'high' },
          ],
        },
      },
    ],
  },
  plugin: '.config/opencode/plugins/cairn.js',
  compactsAt: 199_000,
};
