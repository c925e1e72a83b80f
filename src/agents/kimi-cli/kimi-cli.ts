// agents/kimi-cli: all that is known of kimi-cli, the Python program before Kimi Code — its payloads, its transcripts,
// its settings. Distinguished from Kimi Code by its folder and the shape of its lines, never by a version.

import { join } from 'node:path';
import type { Agent } from '../shared/contract.ts';
import { createSetup, noProjectFiles, serverIn, tomlHooksIn } from '../shared/setup/create-setup.ts';
import type { TomlHooks } from '../shared/setup/toml-hooks.ts';
import { CAPABILITIES, REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { configFolder, detect, findTranscripts, transcriptOf } from './places.ts';
import { createParser } from './transcript.ts';

const TITLE = 'kimi-cli';
const HOOKS: TomlHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: REGISTERED_HOOKS.map((event) => ({ event })),
  why: 'kimi-cli runs the hook, which records what happens.',
};

/** kimi-cli as a row of the registry. */
export const KIMI_CLI: Agent = {
  name: AGENT_NAME,
  title: TITLE,
  readerVersion: 2,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect,
  findTranscripts,
  transcriptOf,
  createParser,
  ...createSetup((target) => {
    if (target.project !== undefined) throw noProjectFiles(TITLE, AGENT_NAME);
    const folder = configFolder(target.environment);
    return [
      tomlHooksIn(join(folder, 'config.toml'), HOOKS, target),
      serverIn(join(folder, 'mcp.json'), { title: TITLE }, target),
    ];
  }),
};
