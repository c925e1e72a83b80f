import { createSetup, hooksIn, type SettingsFile, serverIn, settingsIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configPath, projectFiles } from './places.ts';

const TITLE = 'Devin CLI';
/** How Devin CLI stores hooks in its settings. Its payloads do not name the folder, so the command line does. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: REGISTERED_HOOKS,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not ours
  folder: '${DEVIN_PROJECT_DIR:-$PWD}',
};
/** How a repository stores them: in a file that contains only hooks. */
export const PROJECT_HOOKS_FILE: JsonHooks = { ...HOOKS_FILE, at: [] };
const SETTINGS: SettingsFile = {
  hooks: HOOKS_FILE,
  server: { title: TITLE, fix: 'devin mcp remove cairn' },
  why: 'Devin CLI runs the hook, which records the session and passes on relevant memories, and can search the memory through the MCP server.',
};

/** Hooks and an MCP server, in the settings of the user or in files of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => {
  if (target.project === undefined) return [settingsIn(configPath(target.environment), SETTINGS, target)];
  const { hooks, servers } = projectFiles(target.project);
  return [hooksIn(hooks, PROJECT_HOOKS_FILE, target), serverIn(servers, SETTINGS.server, target)];
});
