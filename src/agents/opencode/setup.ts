import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { type McpFile, withoutServer, withServer } from '../shared/mcp-entry.ts';
import { withOwnFile, withoutOwnFile } from '../shared/own-file.ts';
import { ifThere, planChanges } from '../shared/plan-changes.ts';
import { configFolder, pluginPath, settingsPath, settingsPaths } from './places.ts';
import { pluginText } from './plugin-text.ts';

const PLUGIN_WHY = 'OpenCode loads the plugin, which tells what happens and hands over what matters.';
const SERVER_WHY = 'OpenCode can search the memory through the MCP server.';

/** How OpenCode keeps MCP servers. */
const MCP_FILE: Omit<McpFile, 'fix'> = {
  title: 'OpenCode',
  at: ['mcp'],
  fields: { type: 'local' },
  oneList: true,
};

/** The changes that put Cairn into OpenCode, for the user or for a repository: a plugin file and an MCP server. */
export function planSetup(target: SetupTarget): FileChange[] {
  const { plugin, settings } = filesOf(target);
  const file = { ...MCP_FILE, fix: `Rename or remove "cairn" in ${settings}.` };
  return planChanges([
    { path: plugin, edit: withOwnFile(pluginText(target.hookCommand)), why: PLUGIN_WHY },
    { path: settings, edit: (text) => withServer(text, target.mcpCommand, file), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. Files that it made alone are removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { plugin, all } = filesOf(target);
  const edit = ifThere((text) => withoutServer(text, MCP_FILE));
  return planChanges([
    { path: plugin, edit: withoutOwnFile, why: PLUGIN_WHY },
    ...all.map((path) => ({ path, edit, why: SERVER_WHY })),
  ]);
}

function filesOf({ environment, project }: SetupTarget): { plugin: string; settings: string; all: readonly string[] } {
  const user = configFolder(environment);
  const [plugins, folder] = project === undefined ? [user, user] : [join(project, '.opencode'), project];
  return { plugin: pluginPath(plugins), settings: settingsPath(folder), all: settingsPaths(folder) };
}
