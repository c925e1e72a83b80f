import { join } from 'node:path';
import { asObject } from '../../../core/json.ts';
import type { SetupTarget } from '../contract.ts';
import { ownFile, type SetupFile, serverIn } from '../setup/create-setup.ts';
import { insertJsonc, readJsonc } from '../setup/edit-jsonc.ts';
import { type McpFile, withoutServer } from '../setup/mcp-entry.ts';
import { settingsPath, settingsPaths } from './places.ts';
import { pluginText } from './plugin-text.ts';

const SCHEMA = 'https://opencode.ai/config.json';

/** What differs between OpenCode and its forks. */
export interface OpenCodeSetup {
  agent: string;
  /** The agent's name for people. */
  title: string;
  /** The folder of plugins, and the one of settings. */
  plugins: string;
  settings: string;
}

/** A plugin file and an MCP server, for the user or for a repository. */
export function openCodeFiles(
  { agent, title, plugins, settings: folder }: OpenCodeSetup,
  target: SetupTarget,
): SetupFile[] {
  const why = `${title} loads the plugin, which reports what happens and gives the model what matters.`;
  const server: McpFile = { title, at: ['mcp'], fields: { type: 'local' }, oneList: true };
  const settings = settingsPath(folder);
  return [
    ownFile(join(plugins, 'cairn.js'), why, () => pluginText(agent, target.hookCommand)),
    ...settingsPaths(folder).map((path): SetupFile => {
      const { add, remove, why: serverWhy } = serverIn(path, server, target);
      return {
        path,
        why: serverWhy,
        add: path === settings ? (text) => withSchema(add?.(text) ?? '', text) : undefined,
        remove: (text) => (isMadeBySetUp(text, server) ? undefined : remove(text)),
      };
    }),
  ];
}

/**
 * OpenCode adds the schema to settings without one: set-up does so itself in a file that it creates, after its own
 * entry.
 */
function withSchema(text: string, before: string | undefined): string {
  return before === undefined ? insertJsonc(text, { path: ['$schema'] }, SCHEMA) : text;
}

/** True for settings that contain only what set-up writes into a new file. */
function isMadeBySetUp(text: string, server: McpFile): boolean {
  const settings = asObject(text.trim() === '' ? undefined : readJsonc(text, []));
  const isOurs = Object.keys(settings).join() === 'mcp,$schema' && settings.$schema === SCHEMA;
  return isOurs && Object.keys(asObject(settings.mcp)).join() === 'cairn' && withoutServer(text, server) !== text;
}
