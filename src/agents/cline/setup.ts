import { join } from 'node:path';
import type { SetupTarget } from '../shared/contract.ts';
import {
  createSetup,
  hooksWhy,
  OWN_FILE_MARK,
  ownFile,
  type SetupFile,
  serverIn,
  withoutOwnFile,
} from '../shared/setup/create-setup.ts';
import { hookCommandLine, isWindowsPath, powerShellHookLine } from '../shared/setup/hook-command.ts';
import { entriesOf, filesOf, readText } from '../shared/transcripts/transcript-files.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksFolder, mcpPath, projectHooksFolder } from './places.ts';

const TITLE = 'Cline';
const PROGRAM = 0o700;
/** Endings of hook files: Cline runs every file named after an event with one of these, with the same shell. */
const ENDINGS = ['', '.sh', '.bash', '.zsh'];
const WINDOWS_ENDINGS = ['.ps1'];

/** A program for each event, and an MCP server; in a repository the programs. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  if (project !== undefined) return hookFiles(projectHooksFolder(project), target);
  return [...hookFiles(hooksFolder(environment), target), serverIn(mcpPath(environment), { title: TITLE }, target)];
});

/**
 * One program per event, under a name that the user's own files leave free; Cairn's programs for other events are
 * removed.
 */
function hookFiles(folder: string, { hookCommand }: SetupTarget): SetupFile[] {
  const endings = isWindowsPath(hookCommand) ? WINDOWS_ENDINGS : ENDINGS;
  const why = hooksWhy(TITLE);
  const wanted = REGISTERED_HOOKS.map((event) => {
    const path = ownPath(folder, event, endings);
    return { ...ownFile(path, why, () => programText(hookCommand, event)), mode: PROGRAM };
  });
  const stale = filesOf(folder, '').filter((path) => !wanted.some((hook) => hook.path === path));
  const add = (text: string | undefined): string | undefined => text && withoutOwnFile(text);
  return [...wanted, ...stale.map((path) => ({ path, why, add, remove: withoutOwnFile }))];
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
