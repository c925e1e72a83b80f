import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { createSetup, hooksWhy, OWN_FILE_MARK, ownFile, serverIn } from '../shared/setup/create-setup.ts';
import {
  HOOK_TIMEOUT_S,
  type HookCall,
  hookCommandLine,
  isWindowsPath,
  powerShellHookLine,
  SHARED_HOME,
} from '../shared/setup/hook-command.ts';
import type { McpFile } from '../shared/setup/mcp-entry.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath } from './places.ts';

const SERVERS: McpFile = { title: 'Copilot CLI', fields: { type: 'local', tools: ['*'] } };

/** A hook file of its own, and an MCP server. In a repository only the hooks: its MCP servers are in Claude Code's file. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const hooks = ownFile(hooksPath(target), hooksWhy(SERVERS.title), () => hooksFile(target.hookCommand));
  return target.project === undefined ? [hooks, serverIn(mcpPath(target.environment), SERVERS, target)] : [hooks];
});

function hooksFile(hookCommand: string): string {
  const hooks: Record<string, JsonObject[]> = {};
  for (const { event, when, ...matcher } of REGISTERED_HOOKS) {
    const line = lineOf(hookCommand, { agent: AGENT_NAME, event, ...omitUndefined({ when }) });
    hooks[event] = [...(hooks[event] ?? []), { type: 'command', ...matcher, ...line, timeoutSec: HOOK_TIMEOUT_S }];
  }
  const file = { version: 1, description: OWN_FILE_MARK, hooks };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * A hook before a tool that fails to run makes Copilot CLI refuse the tool: the line runs nothing when the script is
 * gone.
 */
function lineOf(hook: string, call: HookCall): JsonObject {
  if (isWindowsPath(hook)) return { powershell: powerShellHookLine(hook, call) };
  const line = hookCommandLine(hook, call);
  const script = line.slice(0, line.lastIndexOf(` ${AGENT_NAME} `));
  return { bash: hook.startsWith(SHARED_HOME) ? line : `[ ! -x ${script} ] || ${line}` };
}
