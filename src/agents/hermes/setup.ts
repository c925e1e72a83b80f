import { join } from 'node:path';
import { bothIn, createSetup, noProjectFiles, yamlHooksIn } from '../shared/setup/create-setup.ts';
import { yamlServerIn } from '../shared/setup/yaml-server.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hermesFolder } from './places.ts';

const HOOKS = { agent: AGENT_NAME, title: 'Hermes Agent', hooks: REGISTERED_HOOKS };

const WHY =
  'Hermes Agent runs the hook, which records the session and passes on relevant memories, and the MCP server.';

/** The hooks and the MCP server in the user's settings. */
export const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project !== undefined) throw noProjectFiles(HOOKS.title, AGENT_NAME);
  const path = join(hermesFolder(target.environment), 'config.yaml');
  const server = yamlServerIn(path, { title: HOOKS.title, at: ['mcp_servers'] }, target);
  return [bothIn(WHY, yamlHooksIn(path, HOOKS, target), server)];
});
