import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S, hookCommandLine } from '../shared/setup/hook-command.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { projectHooksPath, userFolders } from './places.ts';

const HOOKS_WHY = 'VS Code runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'VS Code can search the memory through the MCP server.';
const SERVERS = ['servers'];

/**
 * The changes that put Cairn into VS Code: an MCP server for the user; hooks in a repository, the only place where VS
 * Code has its own.
 */
export function planSetup({ environment, hookCommand, mcpCommand, project }: SetupTarget): FileChange[] {
  if (project !== undefined) {
    return planChanges([
      { path: projectHooksPath(project), edit: withOwnFile(hooksFile(hookCommand)), why: HOOKS_WHY },
    ]);
  }
  return planChanges(
    userFolders(environment).map((folder) => {
      const path = join(folder, 'mcp.json');
      const fix = `Rename or remove "cairn" in ${path}.`;
      const file: McpFile = { title: 'VS Code', at: SERVERS, fields: { type: 'stdio' }, fix };
      return { path, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY } satisfies PlannedEdit;
    }),
  );
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall({ environment, project }: SetupTarget): FileChange[] {
  if (project !== undefined) {
    return planChanges([{ path: projectHooksPath(project), edit: withoutOwnFile, why: HOOKS_WHY }]);
  }
  return planChanges(
    userFolders(environment).map((folder) => {
      const edit = ifThere((text) => withoutServer(text, { at: SERVERS }));
      return { path: join(folder, 'mcp.json'), edit, why: SERVER_WHY };
    }),
  );
}

/** The text of the hook file. No user hooks report the same events, so the script need not check for them. */
function hooksFile(hookCommand: string): string {
  const hooks = REGISTERED_HOOKS.map((event) => {
    const command = hookCommandLine(hookCommand, { agent: AGENT_NAME, event }).replace(/ project$/, '');
    return [event, [{ type: 'command', command, timeout: HOOK_TIMEOUT_S }]];
  });
  return `${JSON.stringify({ description: OWN_FILE_MARK, version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}
