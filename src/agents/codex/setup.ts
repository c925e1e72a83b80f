import { join } from 'node:path';
import { createSetup, hooksIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { tomlServerIn } from '../shared/setup/toml-server.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { SERVER } from './config-server.ts';
import { AGENT_NAME } from './hooks.ts';
import { configFolder } from './places.ts';

/**
 * How Codex stores hooks in a file next to its settings. The settings could contain hooks too; with a file of their own
 * the settings stay byte for byte.
 */
const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  title: 'Codex',
  hooks: REGISTERED_HOOKS,
  why: 'Codex runs the hook, once you trust it, which records the session and passes on relevant memories.',
};

/** Hooks in a file of their own, an MCP server in the settings, of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const folder = project === undefined ? configFolder(environment) : join(project, '.codex');
  return [
    hooksIn(join(folder, 'hooks.json'), HOOKS_FILE, target),
    tomlServerIn(join(folder, 'config.toml'), SERVER, target),
  ];
});
