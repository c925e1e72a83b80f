import { join } from 'node:path';
import { openCodeFiles } from '../shared/opencode/opencode-setup.ts';
import { configFolderOf } from '../shared/opencode/places.ts';
import { createSetup, noProjectFiles } from '../shared/setup/create-setup.ts';
import { AGENT_NAME } from './hooks.ts';

const TITLE = 'Kilo Code CLI';

/** A plugin file and an MCP server, for the user. */
export const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project !== undefined) throw noProjectFiles(TITLE, AGENT_NAME);
  const settings = configFolderOf(AGENT_NAME, target.environment);
  return openCodeFiles({ agent: AGENT_NAME, title: TITLE, plugins: join(settings, 'plugin'), settings }, target);
});
