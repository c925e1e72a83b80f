import { join } from 'node:path';
import { createSetup, hooksWhy, OWN_FILE_MARK, ownFile, serverIn } from '../shared/setup/create-setup.ts';
import { HOOK_TIMEOUT_S, hookCommandLine } from '../shared/setup/hook-command.ts';
import type { McpFile } from '../shared/setup/mcp-entry.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { projectHooksPath, userFolders } from './places.ts';

const SERVERS: McpFile = { title: 'VS Code', at: ['servers'], fields: { type: 'stdio' } };

/** An MCP server for the user; hooks in a repository, the only place where VS Code has its own. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, hookCommand, project } = target;
  if (project === undefined)
    return userFolders(environment).map((folder) => serverIn(join(folder, 'mcp.json'), SERVERS, target));
  return [ownFile(projectHooksPath(project), hooksWhy(SERVERS.title), () => hooksFile(hookCommand))];
});

/** The text of the hook file. No user hooks report the same events, so the script need not check for them. */
function hooksFile(hookCommand: string): string {
  const hooks = REGISTERED_HOOKS.map((event) => {
    const command = hookCommandLine(hookCommand, { agent: AGENT_NAME, event }).replace(/ project$/, '');
    return [event, [{ type: 'command', command, timeout: HOOK_TIMEOUT_S }]];
  });
  return `${JSON.stringify({ description: OWN_FILE_MARK, version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}
