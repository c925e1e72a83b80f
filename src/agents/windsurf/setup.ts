import { createSetup, hooksIn, serverIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath } from './places.ts';

/** Its names: the second is the one it had before. */
export const TITLE = 'Devin Desktop (Windsurf)';
/** How Windsurf stores hooks. They run in the workspace's folder, which their payloads do not name. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: REGISTERED_HOOKS,
  flat: true,
  fields: { show_output: false },
  folder: '$PWD',
  why: `${TITLE} runs the hook, which records what happens.`,
};

/** Hooks of the user or of a repository, and for the user an MCP server. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const hooks = hooksIn(hooksPath(environment, project), HOOKS_FILE, target);
  return project === undefined ? [hooks, serverIn(mcpPath(environment), { title: TITLE }, target)] : [hooks];
});
