// agents/shared/setup: edits of agents' settings files (JSON, JSONC, TOML) that keep every line that is not Cairn's.
// Text in, text out: nothing here writes a file.

import { CairnError } from '../../../core/errors.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Agent, FileChange, SetupTarget } from '../contract.ts';
import { readText } from '../transcripts/transcript-files.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from './json-hooks.ts';
import { type McpFile, withoutServer, withServer } from './mcp-entry.ts';
import { type TomlHooks, withoutTomlHooks, withTomlHooks } from './toml-hooks.ts';
import { withoutYamlHooks, withYamlHooks, type YamlHooks } from './yaml-hooks.ts';

/** Text in every file in an agent's folder that only Cairn writes, by which set-up and uninstall recognise it. */
export const OWN_FILE_MARK = 'Written by cairn setup; cairn uninstall removes it.';

type Edit = (text: string | undefined) => string | undefined;

/** A file of an agent that set-up edits. Both edits throw `damaged` for an invalid file. */
export interface SetupFile {
  path: string;
  /** The purpose of the edits, in one sentence. */
  why: string;
  /** The text with Cairn's lines; absent for a file from which only uninstall removes lines. */
  add?: Edit | undefined;
  /** The text without Cairn's lines; `undefined` removes the file. Not called for a file that does not exist. */
  remove: (text: string) => string | undefined;
  /** The `mode` of a `FileChange`. */
  mode?: number;
}

/** Makes an agent's set-up and uninstall from the files that it edits; an edit without effect is no change. */
export function createSetup(
  filesOf: (target: SetupTarget) => readonly SetupFile[],
): Pick<Required<Agent>, 'planSetup' | 'planUninstall'> {
  return {
    planSetup: (target) =>
      filesOf(target).flatMap((file) => (file.add === undefined ? [] : changesOf(file, file.add, file.mode))),
    planUninstall: (target) =>
      filesOf(target).flatMap((file) => changesOf(file, (text) => (text === undefined ? text : file.remove(text)))),
  };
}

/** What the hooks of an agent are for, in one sentence. */
export function hooksWhy(title: string): string {
  return `${title} runs the hook, which records the session and passes on relevant memories.`;
}

/** A JSON file with the hooks of an agent. */
export function hooksIn(path: string, file: JsonHooks, { hookCommand }: SetupTarget): SetupFile {
  const add: Edit = (text) => withJsonHooks(text, hookCommand, file);
  return { path, why: file.why ?? hooksWhy(file.title), add, remove: (text) => withoutJsonHooks(text, file) };
}

/** A TOML file with the hooks of an agent. */
export function tomlHooksIn(path: string, file: TomlHooks, { hookCommand }: SetupTarget): SetupFile {
  const add: Edit = (text) => withTomlHooks(text, hookCommand, file);
  return { path, why: file.why ?? hooksWhy(file.title), add, remove: (text) => withoutTomlHooks(text, file) };
}

/** A YAML file with the hooks of an agent. */
export function yamlHooksIn(path: string, file: YamlHooks, { hookCommand }: SetupTarget): SetupFile {
  const add: Edit = (text) => withYamlHooks(text, hookCommand, file);
  return { path, why: file.why ?? hooksWhy(file.title), add, remove: (text) => withoutYamlHooks(text, file) };
}

/** What an agent's MCP server is for, in one sentence. */
export function serverWhy(title: string): string {
  return `${title} can search the memory through the MCP server.`;
}

/** A JSON file with the MCP servers of an agent. */
export function serverIn(path: string, file: McpFile, { mcpCommand }: SetupTarget): SetupFile {
  const server = { fix: `Rename or remove "cairn" in ${path}.`, ...file };
  const add: Edit = (text) => withServer(text, mcpCommand, server);
  return { path, why: serverWhy(file.title), add, remove: (text) => withoutServer(text, file) };
}

/** How an agent stores hooks and MCP servers in one JSON file. */
export interface SettingsFile {
  hooks: JsonHooks;
  server: McpFile;
  why: string;
}

/** One JSON file with both. */
export function settingsIn(path: string, { hooks, server, why }: SettingsFile, target: SetupTarget): SetupFile {
  return bothIn(why, hooksIn(path, hooks, target), serverIn(path, server, target));
}

/** Two edits of one file, the second taken back first. */
export function bothIn(why: string, first: SetupFile, second: SetupFile): SetupFile {
  const remove = (text: string): string | undefined => {
    const rest = second.remove(text);
    return rest === undefined ? undefined : first.remove(rest);
  };
  return { path: first.path, why, add: (text) => second.add?.(first.add?.(text)), remove };
}

/**
 * A file that only Cairn writes, whose text contains `OWN_FILE_MARK`: written when there is none or an older one. A file
 * without the mark stays; set-up throws `damaged` for it.
 */
export function ownFile(path: string, why: string, textOf: () => string): SetupFile {
  const add: Edit = (present) => {
    if (present !== undefined && !present.includes(OWN_FILE_MARK))
      throw new CairnError('damaged', 'it is not a file of Cairn');
    return textOf();
  };
  return { path, why, add, remove: withoutOwnFile };
}

/** Removes a file that contains the mark; any other file stays. */
export function withoutOwnFile(present: string): string | undefined {
  return present.includes(OWN_FILE_MARK) ? undefined : present;
}

/** The error (`unsupported`) for an agent that runs no hooks of a repository's own files. */
export function noProjectFiles(title: string, name: string): CairnError {
  return new CairnError('unsupported', `${title} runs no hooks of a repository's own files.`, {
    fix: `cairn setup ${name}`,
  });
}

function changesOf({ path, why }: SetupFile, edit: Edit, mode?: number): FileChange[] {
  const before = readText(path);
  try {
    const after = edit(before);
    return before === after ? [] : [{ path, before, after, why, ...omitUndefined({ mode }) }];
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'damaged') throw error;
    throw new CairnError('damaged', `${path}: ${error.message}.`, { fix: `Repair or remove ${path}.`, cause: error });
  }
}
