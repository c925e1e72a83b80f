import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { globalConfigPath, settingsPath } from './places.ts';

const HOOKS_WHY = 'Claude Code runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Claude Code can search the memory through the MCP server.';
/** How Claude Code stores hooks. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS,
  fields: { timeout: HOOK_TIMEOUT_S },
};
/** How Claude Code stores MCP servers. */
export const MCP_FILE: McpFile = {
  title: 'Claude Code',
  fields: { type: 'stdio' },
  fix: 'claude mcp remove --scope user cairn',
};

/** The changes that put Cairn into Claude Code: hooks in the user's settings, an MCP server in its configuration. */
export function planSetup(target: SetupTarget): FileChange[] {
  const { hookCommand, mcpCommand } = target;
  const { settings, servers } = filesOf(target);
  return planChanges([
    { path: settings, edit: (text) => withJsonHooks(text, hookCommand, HOOKS_FILE), why: HOOKS_WHY },
    {
      path: servers,
      edit: (text) => withServer(text, mcpCommand, MCP_FILE),
      why: SERVER_WHY,
    },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { settings, servers } = filesOf(target);
  return planChanges([
    { path: settings, edit: ifThere((text) => withoutJsonHooks(text, HOOKS_FILE)), why: HOOKS_WHY },
    { path: servers, edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}

function filesOf({ environment, project }: SetupTarget): { settings: string; servers: string } {
  if (project === undefined) return { settings: settingsPath(environment), servers: globalConfigPath(environment) };
  return { settings: join(project, '.claude', 'settings.json'), servers: join(project, '.mcp.json') };
}
