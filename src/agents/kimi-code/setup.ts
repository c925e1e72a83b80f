import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, noProjectFiles, planChanges } from '../shared/setup/plan-changes.ts';
import { type TomlHooks, withoutTomlHooks, withTomlHooks } from '../shared/setup/toml-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configPath, mcpPath } from './places.ts';

const HOOKS_WHY = 'Kimi Code runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Kimi Code can search the memory through the MCP server.';

/** How Kimi Code stores hooks. */
export const HOOKS_FILE: TomlHooks = { agent: AGENT_NAME, hooks: REGISTERED_HOOKS };

/**
 * The changes that put Cairn into Kimi Code: hooks in the user's settings, and an MCP server in the file next to them.
 */
export function planSetup({ environment, hookCommand, mcpCommand, project }: SetupTarget): FileChange[] {
  if (project !== undefined) throw noProjectFiles('Kimi Code', 'kimi-code');
  const path = mcpPath(environment);
  const file: McpFile = { title: 'Kimi Code', fields: {}, fix: `Rename or remove "cairn" in ${path}.` };
  return planChanges([
    { path: configPath(environment), edit: (text) => withTomlHooks(text, hookCommand, HOOKS_FILE), why: HOOKS_WHY },
    { path, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall({ environment, project }: SetupTarget): FileChange[] {
  if (project !== undefined) throw noProjectFiles('Kimi Code', 'kimi-code');
  return planChanges([
    { path: configPath(environment), edit: ifThere((text) => withoutTomlHooks(text, HOOKS_FILE)), why: HOOKS_WHY },
    { path: mcpPath(environment), edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}
