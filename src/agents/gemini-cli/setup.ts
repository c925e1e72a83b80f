import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { planSettings, planWithoutSettings, type SettingsFile } from '../shared/setup/settings-file.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsPath } from './places.ts';

/** How Gemini CLI stores hooks and MCP servers; time-outs are in milliseconds. */
export const SETTINGS: SettingsFile = {
  path: settingsPath,
  hooks: { agent: AGENT_NAME, hooks: REGISTERED_HOOKS, fields: { name: 'cairn', timeout: HOOK_TIMEOUT_S * 1_000 } },
  server: { title: 'Gemini CLI', fields: {}, fix: 'gemini mcp remove cairn' },
  why: 'Gemini CLI runs the hook, which records and hands over what matters, and can search the memory through the MCP server.',
};

/** The changes that put Cairn into the settings of the user or of a repository. */
export function planSetup(target: SetupTarget): FileChange[] {
  return planSettings(target, SETTINGS);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  return planWithoutSettings(target, SETTINGS);
}
