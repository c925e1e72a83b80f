import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath } from './places.ts';

const HOOKS_WHY = 'Windsurf runs the hook, which records what happens.';
const SERVER_WHY = 'Windsurf can search the memory through the MCP server.';
/** How Windsurf stores hooks. They run in the workspace's folder, which their payloads do not name. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS,
  flat: true,
  fields: { show_output: false },
  folder: '$PWD',
};

/** The changes that put Cairn into Windsurf: hooks of the user or of a repository, and for the user an MCP server. */
export function planSetup({ environment, hookCommand, mcpCommand, project }: SetupTarget): FileChange[] {
  const path = mcpPath(environment);
  const file: McpFile = { title: 'Windsurf', fields: {}, fix: `Rename or remove "cairn" in ${path}.` };
  const hooks: PlannedEdit = {
    path: hooksPath(environment, project),
    edit: (text) => withJsonHooks(text, hookCommand, HOOKS_FILE),
    why: HOOKS_WHY,
  };
  if (project !== undefined) return planChanges([hooks]);
  return planChanges([hooks, { path, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY }]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall({ environment, project }: SetupTarget): FileChange[] {
  const hooks: PlannedEdit = {
    path: hooksPath(environment, project),
    edit: ifThere((text) => withoutJsonHooks(text, HOOKS_FILE)),
    why: HOOKS_WHY,
  };
  if (project !== undefined) return planChanges([hooks]);
  return planChanges([hooks, { path: mcpPath(environment), edit: ifThere(withoutServer), why: SERVER_WHY }]);
}
