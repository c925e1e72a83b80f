import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import {
  HOOK_TIMEOUT_S,
  type HookCall,
  hookCommandLine,
  isWindowsPath,
  powerShellHookLine,
  SHARED_HOME,
} from '../shared/setup/hook-command.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath } from './places.ts';

const HOOKS_WHY = 'Copilot CLI runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Copilot CLI can search the memory through the MCP server.';

/**
 * The changes that put Cairn into Copilot CLI: a hook file of its own, and an MCP server. In a repository only the
 * hooks: its MCP servers are in Claude Code's file.
 */
export function planSetup(target: SetupTarget): FileChange[] {
  const { environment, hookCommand, mcpCommand, project } = target;
  const path = mcpPath(environment);
  const file: McpFile = {
    title: 'Copilot CLI',
    fields: { type: 'local', tools: ['*'] },
    fix: `Rename or remove "cairn" in ${path}.`,
  };
  const hooks = { path: hooksPath(target), edit: withOwnFile(hooksFile(hookCommand)), why: HOOKS_WHY };
  if (project !== undefined) return planChanges([hooks]);
  return planChanges([hooks, { path, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY }]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const hooks = { path: hooksPath(target), edit: withoutOwnFile, why: HOOKS_WHY };
  if (target.project !== undefined) return planChanges([hooks]);
  const path = mcpPath(target.environment);
  return planChanges([hooks, { path, edit: ifThere(withoutServer), why: SERVER_WHY }]);
}

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
