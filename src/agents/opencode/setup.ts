import { join } from 'node:path';
import { asObject } from '../../core/json.ts';
import { createSetup, ownFile, type SetupFile, serverIn } from '../shared/setup/create-setup.ts';
import { insertJsonc, readJsonc } from '../shared/setup/edit-jsonc.ts';
import { type McpFile, withoutServer } from '../shared/setup/mcp-entry.ts';
import { configFolder, pluginPath, settingsPath, settingsPaths } from './places.ts';
import { pluginText } from './plugin-text.ts';

const PLUGIN_WHY = 'OpenCode loads the plugin, which reports what happens and gives the model what matters.';
const SCHEMA = 'https://opencode.ai/config.json';
/** How OpenCode stores MCP servers. */
const MCP_FILE: McpFile = { title: 'OpenCode', at: ['mcp'], fields: { type: 'local' }, oneList: true };

/** A plugin file and an MCP server, for the user or for a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, hookCommand, project } = target;
  const user = configFolder(environment);
  const [plugins, folder] = project === undefined ? [user, user] : [join(project, '.opencode'), project];
  const settings = settingsPath(folder);
  return [
    ownFile(pluginPath(plugins), PLUGIN_WHY, () => pluginText(hookCommand)),
    ...settingsPaths(folder).map((path): SetupFile => {
      const { add, remove, why } = serverIn(path, MCP_FILE, target);
      return {
        path,
        why,
        add: path === settings ? (text) => withSchema(add?.(text) ?? '', text) : undefined,
        remove: (text) => (isMadeBySetUp(text) ? undefined : remove(text)),
      };
    }),
  ];
});

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
