import { join } from 'node:path';
import { openCodeFiles } from '../shared/opencode/opencode-setup.ts';
import { configFolderOf } from '../shared/opencode/places.ts';
import { createSetup } from '../shared/setup/create-setup.ts';
import { AGENT_NAME } from './hooks.ts';

const TITLE = 'Kilo Code CLI';

/** A plugin file and an MCP server, for the user or, in its folder `.kilo`, for a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const folder = project === undefined ? configFolderOf(AGENT_NAME, environment) : join(project, '.kilo');
  return openCodeFiles({ agent: AGENT_NAME, title: TITLE, plugins: join(folder, 'plugin'), settings: folder }, target);
});
