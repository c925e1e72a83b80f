import { join } from 'node:path';
import { createSetup, tomlHooksIn } from '../shared/setup/create-setup.ts';
import type { TomlHooks } from '../shared/setup/toml-hooks.ts';
import { tomlServerListIn } from '../shared/setup/toml-server.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { vibeFolder } from './places.ts';

const TITLE = 'Mistral Vibe';
/** How Vibe stores hooks: each with a name, and the event as its type. */
const HOOKS_FILE: TomlHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS, named: true };

/** Hooks in a file of their own, an MCP server in the settings, of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const folder = project === undefined ? vibeFolder(environment) : join(project, '.vibe');
  return [
    tomlHooksIn(join(folder, 'hooks.toml'), HOOKS_FILE, target),
    tomlServerListIn(join(folder, 'config.toml'), { title: TITLE }, target),
  ];
});
