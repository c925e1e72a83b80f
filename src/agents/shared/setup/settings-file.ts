import type { FileChange, SetupTarget } from '../contract.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from './json-hooks.ts';
import { type McpFile, withoutServer, withServer } from './mcp-entry.ts';
import { ifThere, planChanges } from './plan-changes.ts';

/** One JSON file with hooks and MCP servers. */
export interface SettingsFile {
  /** The file of the user, or of a repository. */
  path(target: SetupTarget): string;
  hooks: JsonHooks;
  server: McpFile;
  why: string;
}

/** Adds hooks and MCP server to the file. */
export function planSettings(target: SetupTarget, { path, hooks, server, why }: SettingsFile): FileChange[] {
  const edit = (text: string | undefined): string =>
    withServer(withJsonHooks(text, target.hookCommand, hooks), target.mcpCommand, server);
  return planChanges([{ path: path(target), edit, why }]);
}

/** Removes them again, whatever version added them. A file that only set-up wrote is removed. */
export function planWithoutSettings(target: SetupTarget, { path, hooks, why }: SettingsFile): FileChange[] {
  const edit = ifThere((text) => {
    const rest = withoutServer(text);
    return rest === undefined ? undefined : withoutJsonHooks(rest, hooks);
  });
  return planChanges([{ path: path(target), edit, why }]);
}
