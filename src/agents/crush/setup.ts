import { existsSync } from 'node:fs';
import { createSetup, type SettingsFile, settingsIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { CONTEXT_ON } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsPaths } from './places.ts';

const TITLE = 'Crush';
/** How Crush stores hooks. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: CONTEXT_ON.map((event) => ({ event })),
  flat: true,
};
const SETTINGS: SettingsFile = {
  hooks: HOOKS_FILE,
  server: { title: TITLE, at: ['mcp'], fields: { type: 'stdio' } },
  why: 'Crush runs the hook, which passes on relevant memories, and can search the memory through the MCP server.',
};

/** A hook and an MCP server, in the settings of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const paths = settingsPaths(target);
  const used = paths.find((path) => existsSync(path)) ?? paths[0];
  return paths.map((path) => {
    const file = settingsIn(path, SETTINGS, target);
    return path === used ? file : { ...file, add: undefined };
  });
});
