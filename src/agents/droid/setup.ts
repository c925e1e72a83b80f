import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { readText } from '../shared/transcripts/transcript-files.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { settingsFolder } from './places.ts';

const HOOKS_WHY = 'Droid runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Droid can search the memory through the MCP server.';
/** How Droid stores hooks in a file of their own. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS,
  at: [],
  fields: { timeout: HOOK_TIMEOUT_S },
};
/** How older versions of Droid store hooks, in the settings. */
const SETTINGS_FILE: JsonHooks = { ...HOOKS_FILE, at: ['hooks'] };

/** The changes that put Cairn into Droid: hooks and an MCP server, in the files of the user or of a repository. */
export function planSetup(target: SetupTarget): FileChange[] {
  const { hooks, servers } = filesOf(target);
  const { path, file } = hooks.find(isUsed) ?? hooks[0];
  const server: McpFile = {
    title: 'Droid',
    fields: { type: 'stdio' },
    fix: `Rename or remove "cairn" in ${servers}.`,
  };
  return planChanges([
    { path, edit: (text) => withJsonHooks(text, target.hookCommand, file), why: HOOKS_WHY },
    { path: servers, edit: (text) => withServer(text, target.mcpCommand, server), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  const { hooks, servers } = filesOf(target);
  const edits = hooks.map(
    ({ path, file }): PlannedEdit => ({
      path,
      edit: ifThere((text) => (text.trim() === '' ? text : withoutJsonHooks(text, file))),
      why: HOOKS_WHY,
    }),
  );
  return planChanges([...edits, { path: servers, edit: ifThere(withoutServer), why: SERVER_WHY }]);
}

interface HooksPlace {
  path: string;
  file: JsonHooks;
}

/** The files that may contain hooks, in order of preference: Droid reads the first one that exists, and no other. */
function filesOf(target: SetupTarget): { hooks: readonly [HooksPlace, ...HooksPlace[]]; servers: string } {
  const folder = settingsFolder(target);
  return {
    hooks: [
      { path: join(folder, 'hooks.json'), file: HOOKS_FILE },
      { path: join(folder, 'hooks', 'hooks.json'), file: HOOKS_FILE },
      { path: join(folder, 'settings.json'), file: SETTINGS_FILE },
    ],
    servers: join(folder, 'mcp.json'),
  };
}

/** True for a hook file that exists, or settings that contain hooks: a hook file next to those would hide them. */
function isUsed({ path, file }: HooksPlace): boolean {
  const text = readText(path);
  return text !== undefined && (file === HOOKS_FILE || /"hooks"\s*:/.test(text));
}
