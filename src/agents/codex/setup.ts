import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { withoutServerTable, withServerTable } from './config-server.ts';
import { AGENT_NAME } from './hooks.ts';
import { configFolder } from './places.ts';

const HOOKS_WHY = 'Codex runs the hook, once you trust it, which records what happens and hands over what matters.';
const SERVER_WHY = 'Codex can search the memory through the MCP server.';
/**
 * How Codex stores hooks in a file next to its settings. The settings could contain hooks too; with a file of their own
 * the settings stay byte for byte.
 */
const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, hooks: REGISTERED_HOOKS, fields: { timeout: HOOK_TIMEOUT_S } };

/** The changes that put Cairn into Codex: hooks in a file of their own, an MCP server in the settings. */
export function planSetup(target: SetupTarget): FileChange[] {
  const { hooks, config } = filesOf(target);
  return planChanges([
    { path: hooks, edit: (text) => withJsonHooks(text, target.hookCommand, HOOKS_FILE), why: HOOKS_WHY },
    { path: config, edit: (text) => withServerTable(text, target.mcpCommand, config), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { hooks, config } = filesOf(target);
  return planChanges([
    { path: hooks, edit: ifThere((text) => withoutJsonHooks(text, HOOKS_FILE)), why: HOOKS_WHY },
    { path: config, edit: ifThere(withoutServerTable), why: SERVER_WHY },
  ]);
}

function filesOf({ environment, project }: SetupTarget): { hooks: string; config: string } {
  const folder = project === undefined ? configFolder(environment) : join(project, '.codex');
  return { hooks: join(folder, 'hooks.json'), config: join(folder, 'config.toml') };
}
