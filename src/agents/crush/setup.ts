import { existsSync } from 'node:fs';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, planChanges } from '../shared/setup/plan-changes.ts';
import { CONTEXT_ON } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsPaths } from './places.ts';

const WHY = 'Crush runs the hook, which hands over what matters, and can search the memory through the MCP server.';

/** How Crush stores hooks. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: CONTEXT_ON.map((event) => ({ event })),
  flat: true,
  fields: { timeout: HOOK_TIMEOUT_S },
};
const SERVERS: Pick<McpFile, 'at'> = { at: ['mcp'] };

/** The changes that put Cairn into the settings of Crush, of the user or of a repository: a hook and an MCP server. */
export function planSetup(target: SetupTarget): FileChange[] {
  const paths = settingsPaths(target);
  const path = paths.find((one) => existsSync(one)) ?? paths[0] ?? '';
  const server = { ...SERVERS, title: 'Crush', fields: { type: 'stdio' }, fix: `Rename or remove "cairn" in ${path}.` };
  const edit = (text: string | undefined): string =>
    withServer(withJsonHooks(text, target.hookCommand, HOOKS_FILE), target.mcpCommand, server);
  return planChanges([{ path, edit, why: WHY }]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const edit = ifThere((text) => {
    const rest = withoutServer(text, SERVERS);
    return rest === undefined ? undefined : withoutJsonHooks(rest, HOOKS_FILE);
  });
  return planChanges(settingsPaths(target).map((path) => ({ path, edit, why: WHY })));
}
