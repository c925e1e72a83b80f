import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { planSettings, planWithoutSettings, type SettingsFile } from '../shared/setup/settings-file.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configPath, projectFiles } from './places.ts';

const HOOKS_WHY = 'Devin CLI runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Devin CLI can search the memory through the MCP server.';
/** How Devin CLI stores hooks in its settings. Its payloads do not name the folder, so the command line does. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS,
  fields: { timeout: HOOK_TIMEOUT_S },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not ours
  folder: '${DEVIN_PROJECT_DIR:-$PWD}',
};
/** How a repository stores them: in a file that contains only hooks. */
export const PROJECT_HOOKS_FILE: JsonHooks = { ...HOOKS_FILE, at: [] };
const SERVER: McpFile = { title: 'Devin CLI', fields: {}, fix: 'devin mcp remove cairn' };
const SETTINGS: SettingsFile = {
  path: ({ environment }) => configPath(environment),
  hooks: HOOKS_FILE,
  server: SERVER,
  why: 'Devin CLI runs the hook, which records what happens and hands over what matters, and can search the memory through the MCP server.',
};

/** The changes that put Cairn into Devin CLI: hooks and an MCP server, in the settings of the user or files of a repository. */
export function planSetup(target: SetupTarget): FileChange[] {
  if (target.project === undefined) return planSettings(target, SETTINGS);
  const { hooks, servers } = projectFiles(target.project);
  return planChanges([
    { path: hooks, edit: (text) => withJsonHooks(text, target.hookCommand, PROJECT_HOOKS_FILE), why: HOOKS_WHY },
    { path: servers, edit: (text) => withServer(text, target.mcpCommand, SERVER), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  if (target.project === undefined) return planWithoutSettings(target, SETTINGS);
  const { hooks, servers } = projectFiles(target.project);
  return planChanges([
    { path: hooks, edit: ifThere((text) => withoutJsonHooks(text, PROJECT_HOOKS_FILE)), why: HOOKS_WHY },
    { path: servers, edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}
