import { join } from 'node:path';
import type { AgentEnvironment } from '../shared/contract.ts';
import { createSetup, noProjectFiles } from '../shared/setup/create-setup.ts';
import { yamlServerIn } from '../shared/setup/yaml-server.ts';

const TITLE = 'Continue';

/** Continue's folder of settings and sessions: `CONTINUE_GLOBAL_DIR`, else `~/.continue`. */
export function continueFolder({ home, variables }: AgentEnvironment): string {
  return variables.CONTINUE_GLOBAL_DIR || join(home, '.continue');
}

/** An MCP server in the user's settings, where they are: settings without models would put Continue out of order. */
export const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project !== undefined) throw noProjectFiles(TITLE, 'continue');
  const path = join(continueFolder(target.environment), 'config.yaml');
  const server = yamlServerIn(path, { title: TITLE, at: ['mcpServers'], isList: true }, target);
  return [{ ...server, add: (text) => (text === undefined ? undefined : server.add?.(text)) }];
});
