import { join } from 'node:path';
import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { hookCommandLine, isWindowsPath, powerShellHookLine } from '../shared/setup/hook-command.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { entriesOf, filesOf, readText } from '../shared/transcripts/transcript-files.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksFolder, mcpPath, projectHooksFolder } from './places.ts';

const HOOKS_WHY = 'Cline runs the hook, which records what happens and hands over what matters.';
const SERVER_WHY = 'Cline can search the memory through the MCP server.';
const PROGRAM = 0o700;
/** Endings of hook files: Cline runs every file named after an event with one of these, with the same shell. */
const ENDINGS = ['', '.sh', '.bash', '.zsh'];
const WINDOWS_ENDINGS = ['.ps1'];

/** The changes that put Cairn into Cline: a program for each event, and an MCP server; in a repository the programs. */
export function planSetup({ environment, hookCommand, mcpCommand, project }: SetupTarget): FileChange[] {
  if (project !== undefined) return planChanges(hookEdits(projectHooksFolder(project), hookCommand));
  const path = mcpPath(environment);
  const file: McpFile = { title: 'Cline', fields: {}, fix: `Rename or remove "cairn" in ${path}.` };
  return planChanges([
    ...hookEdits(hooksFolder(environment), hookCommand),
    { path, edit: (text) => withServer(text, mcpCommand, file), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. */
export function planUninstall({ environment, project }: SetupTarget): FileChange[] {
  const folder = project === undefined ? hooksFolder(environment) : projectHooksFolder(project);
  const hooks: PlannedEdit[] = filesOf(folder, '').map((path) => ({ path, edit: withoutOwnFile, why: HOOKS_WHY }));
  if (project !== undefined) return planChanges(hooks);
  return planChanges([...hooks, { path: mcpPath(environment), edit: ifThere(withoutServer), why: SERVER_WHY }]);
}

/**
 * One program per event, under a name that the user's own files leave free; Cairn's programs for other events are
 * removed.
 */
function hookEdits(folder: string, hookCommand: string): PlannedEdit[] {
  const endings = isWindowsPath(hookCommand) ? WINDOWS_ENDINGS : ENDINGS;
  const wanted = REGISTERED_HOOKS.map((event) => ({ event, path: ownPath(folder, event, endings) }));
  const stale = filesOf(folder, '').filter((path) => !wanted.some((hook) => hook.path === path));
  return [
    ...wanted.map(({ event, path }) => {
      return { path, edit: withOwnFile(programText(hookCommand, event)), why: HOOKS_WHY, mode: PROGRAM };
    }),
    ...stale.map((path) => ({ path, edit: withoutOwnFile, why: HOOKS_WHY })),
  ];
}

/** Cairn's file for an event, else the first free name; when none is free, the last name, which is then refused. */
function ownPath(folder: string, event: string, endings: readonly string[]): string {
  const present = new Set(entriesOf(folder).map(({ name }) => name));
  const names = endings.map((ending) => event + ending);
  const own = names.find((name) => readText(join(folder, name))?.includes(OWN_FILE_MARK) === true);
  return join(folder, own ?? names.find((name) => !present.has(name)) ?? `${event}${endings.at(-1)}`);
}

function programText(hookCommand: string, event: string): string {
  const call = { agent: AGENT_NAME, event };
  if (isWindowsPath(hookCommand)) return `# ${OWN_FILE_MARK}\n${powerShellHookLine(hookCommand, call)}\n`;
  return `#!/bin/sh\n# ${OWN_FILE_MARK}\n${hookCommandLine(hookCommand, call)}\n`;
}
