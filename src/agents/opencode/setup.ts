import { join } from 'node:path';
import { asObject } from '../../core/json.ts';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { insertJsonc, readJsonc } from '../shared/setup/edit-jsonc.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { configFolder, pluginPath, settingsPath, settingsPaths } from './places.ts';
import { pluginText } from './plugin-text.ts';

const PLUGIN_WHY = 'OpenCode loads the plugin, which tells what happens and hands over what matters.';
const SERVER_WHY = 'OpenCode can search the memory through the MCP server.';

const SCHEMA = 'https://opencode.ai/config.json';
/** How OpenCode stores MCP servers. */
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
    { path: settings, edit: (text) => withSchema(withServer(text, target.mcpCommand, file), text), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { plugin, all } = filesOf(target);
  const edit = ifThere((text) => (isMadeBySetUp(text) ? undefined : withoutServer(text, MCP_FILE)));
  return planChanges([
    { path: plugin, edit: withoutOwnFile, why: PLUGIN_WHY },
    ...all.map((path) => ({ path, edit, why: SERVER_WHY })),
  ]);
}

/**
 * OpenCode adds the schema to settings without one: set-up does so itself in a file that it creates, after its own
 * entry.
 */
function withSchema(text: string, before: string | undefined): string {
  return before === undefined ? insertJsonc(text, { path: ['$schema'] }, SCHEMA) : text;
}

/** True for settings that contain only what set-up writes into a new file. */
function isMadeBySetUp(text: string): boolean {
  const settings = asObject(text.trim() === '' ? undefined : readJsonc(text, []));
  const isOurs = Object.keys(settings).join() === 'mcp,$schema' && settings.$schema === SCHEMA;
  return isOurs && Object.keys(asObject(settings.mcp)).join() === 'cairn' && withoutServer(text, MCP_FILE) !== text;
}

function filesOf({ environment, project }: SetupTarget): { plugin: string; settings: string; all: readonly string[] } {
  const user = configFolder(environment);
  const [plugins, folder] = project === undefined ? [user, user] : [join(project, '.opencode'), project];
  return { plugin: pluginPath(plugins), settings: settingsPath(folder), all: settingsPaths(folder) };
}
