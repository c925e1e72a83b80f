import type { ImportedAgent } from '../imported.ts';

/** The scripted model as pi, and what is built on it, has models in its settings. */
export const scriptedModels = (modelUrl: string): object => ({
  providers: {
    scripted: {
      baseUrl: `${modelUrl}/v1`,
      apiKey: 'sk-none',
      api: 'openai-completions',
      models: [
        {
          ...{ id: 'scripted', name: 'Scripted', reasoning: false, input: ['text'] },
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          ...{ contextWindow: 128_000, maxTokens: 4_000 },
        },
      ],
    },
  },
});

/** pi. */
export const PI: ImportedAgent = {
  name: 'pi',
  // 0.99.1 to 1.5.2 name a version of a dependency that npm does not have.
  package: { from: 'npm', name: '@earendil-works/pi-coding-agent', version: '0.87.1', command: 'pi' },
  files: (modelUrl) => ({ '.pi/agent/models.json': JSON.stringify(scriptedModels(modelUrl)) }),
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' }),
  args: (prompt, goesOn) => [
    ...['--provider', 'scripted', '--model', 'scripted', '-p'],
    ...(goesOn ? ['-c'] : []),
    prompt,
  ],
  tools: {
    read: (file) => ({ tool: 'read', args: { path: file } }),
    edit: ({ file, from, to }) => ({ tool: 'edit', args: { path: file, edits: [{ oldText: from, newText: to }] } }),
    shell: (command) => ({ tool: 'bash', args: { command } }),
  },
  plugin: '.pi/agent/extensions/cairn.js',
};
