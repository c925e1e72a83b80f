import { join } from 'node:path';
import { openCodeFiles } from '../shared/opencode/opencode-setup.ts';
import { createSetup } from '../shared/setup/create-setup.ts';
import { AGENT_NAME } from './hooks.ts';
import { configFolder } from './places.ts';

/** A plugin file and an MCP server, for the user or for a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const user = configFolder(target.environment);
  const [folder, settings] =
    target.project === undefined ? [user, user] : [join(target.project, '.opencode'), target.project];
  return openCodeFiles({ agent: AGENT_NAME, title: 'OpenCode', plugins: join(folder, 'plugins'), settings }, target);
});
