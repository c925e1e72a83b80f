import { createSetup, type SettingsFile, settingsIn } from '../shared/setup/create-setup.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsPath } from './places.ts';

const TITLE = 'Gemini CLI';
/** How Gemini CLI stores hooks and MCP servers; time-outs are in milliseconds. */
const SETTINGS: SettingsFile = {
  hooks: {
    agent: AGENT_NAME,
    title: TITLE,
    hooks: REGISTERED_HOOKS,
    fields: { name: 'cairn', timeout: HOOK_TIMEOUT_S * 1_000 },
  },
  server: { title: TITLE, fix: 'gemini mcp remove cairn' },
  why: 'Gemini CLI runs the hook, which records the session and passes on relevant memories, and can search the memory through the MCP server.',
};

/** Both in the settings of the user or of a repository. */
export const { planSetup, planUninstall } = createSetup((target) => [
  settingsIn(settingsPath(target), SETTINGS, target),
]);
