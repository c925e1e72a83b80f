import { isDeepStrictEqual } from 'node:util';
import { CairnError } from '../../core/errors.ts';
import { asString, isJsonObject, type JsonValue } from '../../core/json.ts';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { insertJsonc, readJsonc, removeJsonc } from '../shared/edit-jsonc.ts';
import { HOOK_TIMEOUT_S, hookCommandLine, isHookCommandLine } from '../shared/hook-command.ts';
import { type McpFile, withoutServer, withServer } from '../shared/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/own-file.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath, pluginPath } from './places.ts';

const HOOKS_WHY = 'Antigravity runs the hook, which hands over what matters and says when a turn is over.';
const PLUGIN_WHY = 'Antigravity runs the hooks of a plugin.';
const SERVER_WHY = 'Antigravity can search the memory through the MCP server.';
/** Name of the hook, which has a handler for each of its events. */
const NAME = 'cairn';
/** How Antigravity keeps MCP servers. */
export const MCP_FILE: McpFile = {
  title: 'Antigravity',
  fields: {},
  fix: 'Rename or remove "cairn" in mcp_config.json.',
};

/** The changes that put Cairn into Antigravity: a plugin with hooks and an MCP server; in a repository, its own files. */
export function planSetup(target: SetupTarget): FileChange[] {
  return planChanges([
    ...pluginEdit(target, withOwnFile(`${JSON.stringify({ name: NAME, description: OWN_FILE_MARK }, null, 2)}\n`)),
    { path: hooksPath(target), edit: (text) => withNamedHook(text, target.hookCommand), why: HOOKS_WHY },
    { path: mcpPath(target), edit: (text) => withServer(text, target.mcpCommand, MCP_FILE), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. Files that it made alone are removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  return planChanges([
    ...pluginEdit(target, withoutOwnFile),
    { path: hooksPath(target), edit: ifThere(withoutNamedHook), why: HOOKS_WHY },
    { path: mcpPath(target), edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}

/** The hooks with Cairn's named one in place. Throws `damaged`, and `invalid_input` when another hook has the name. */
export function withNamedHook(hooks: string | undefined, hookCommand: string): string {
  const entry = Object.fromEntries(
    REGISTERED_HOOKS.map((event) => {
      const command = hookCommandLine(hookCommand, { agent: AGENT_NAME, event });
      return [event, [{ type: 'command', command, timeout: HOOK_TIMEOUT_S }]];
    }),
  );
  const present = hooks === undefined || hooks.trim() === '' ? undefined : readJsonc(hooks, [NAME]);
  if (hooks !== undefined && isDeepStrictEqual(present, entry)) return hooks;
  if (present === undefined || isOurs(present)) return insertJsonc(hooks, { path: [NAME] }, entry);
  const fix = 'Rename or remove "cairn" in hooks.json.';
  throw new CairnError('invalid_input', 'Antigravity has another hook named "cairn".', { fix });
}

/** The hooks without Cairn's; `undefined` when nothing else was there. Throws `damaged`. */
export function withoutNamedHook(hooks: string): string | undefined {
  return hooks.trim() !== '' && isOurs(readJsonc(hooks, [NAME])) ? removeJsonc(hooks, [NAME]) : hooks;
}

function pluginEdit(target: SetupTarget, edit: PlannedEdit['edit']): PlannedEdit[] {
  const path = pluginPath(target);
  return path === undefined ? [] : [{ path, edit, why: PLUGIN_WHY }];
}

function isOurs(entry: JsonValue | undefined): boolean {
  const handlers = isJsonObject(entry) ? Object.values(entry).flat() : [];
  const lines = handlers.map((handler) => (isJsonObject(handler) ? (asString(handler.command) ?? '') : ''));
  return lines.length > 0 && lines.every((line) => isHookCommandLine(line, AGENT_NAME));
}
