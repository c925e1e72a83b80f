import { CairnError } from '../../core/errors.ts';
import type { AgentEnvironment, FileChange, SetupTarget } from '../shared/contract.ts';
import { readText } from '../shared/files.ts';
import { withoutServer, withServer } from './mcp-entry.ts';
import { globalConfigPath, settingsPath } from './places.ts';
import { withHooks, withoutHooks } from './settings-hooks.ts';

const HOOKS_WHY = 'Claude Code runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Claude Code can search the memory through the MCP server.';

/** The changes that put Cairn into Claude Code: hooks in the user's settings, an MCP server in its configuration. */
export function planSetup({ environment, hookCommand, mcpCommand }: SetupTarget): FileChange[] {
  return planChanges(environment, {
    hooks: (text) => withHooks(text, hookCommand),
    server: (text) => withServer(text, mcpCommand),
  });
}

/** The changes that take Cairn out again, whatever version put it in. Files that it made alone are removed. */
export function planUninstall({ environment }: SetupTarget): FileChange[] {
  return planChanges(environment, {
    hooks: (text) => (text === undefined ? undefined : withoutHooks(text)),
    server: (text) => (text === undefined ? undefined : withoutServer(text)),
  });
}

type Edit = (text: string | undefined) => string | undefined;

function planChanges(environment: AgentEnvironment, edits: { hooks: Edit; server: Edit }): FileChange[] {
  return [
    planChange(settingsPath(environment), edits.hooks, HOOKS_WHY),
    planChange(globalConfigPath(environment), edits.server, SERVER_WHY),
  ].filter(({ before, after }) => before !== after);
}

function planChange(path: string, edit: Edit, why: string): FileChange {
  const before = readText(path);
  try {
    return { path, before, after: edit(before), why };
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'damaged') throw error;
    throw new CairnError('damaged', `${path}: ${error.message}.`, { fix: `Repair or remove ${path}.`, cause: error });
  }
}
