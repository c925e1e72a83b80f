import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsFiles } from './places.ts';

const HOOKS_WHY = 'Cursor runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Cursor can search the memory through the MCP server.';
/** How Cursor stores hooks. */
const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS,
  flat: true,
  fields: { timeout: HOOK_TIMEOUT_S },
};
/** A hook file without hooks, which must name the version of its format. */
const BARE = '{\n  "version": 1\n}\n';

/** The changes that put Cairn into Cursor: hooks and an MCP server, in the files of the user or of a repository. */
export function planSetup({ environment, hookCommand, mcpCommand, project }: SetupTarget): FileChange[] {
  const { hooks, servers } = settingsFiles(environment, project);
  const file: McpFile = { title: 'Cursor', fields: {}, fix: `Rename or remove "cairn" in ${servers}.` };
  return planChanges([
    { path: hooks, edit: (text) => withHooks(text, hookCommand), why: HOOKS_WHY },
    { path: servers, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall({ environment, project }: SetupTarget): FileChange[] {
  const { hooks, servers } = settingsFiles(environment, project);
  return planChanges([
    { path: hooks, edit: ifThere(withoutHooks), why: HOOKS_WHY },
    { path: servers, edit: ifThere(withoutServer), why: SERVER_WHY },
  ]);
}

/** The file of hooks with Cairn's. Throws `damaged`. */
export function withHooks(text: string | undefined, hookCommand: string): string {
  return withJsonHooks(text === undefined || text.trim() === '' ? BARE : text, hookCommand, HOOKS_FILE);
}

/** The file of hooks without Cairn's; `undefined` when nothing else was in it. Throws `damaged`. */
export function withoutHooks(text: string): string | undefined {
  const rest = withoutJsonHooks(text, HOOKS_FILE);
  return rest === BARE ? undefined : rest;
}
