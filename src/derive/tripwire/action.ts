import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readPatch } from '../text/changed-lines.ts';
import { linesRun } from '../tool/lines-run.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { commandOf, pathsOf, textField } from '../tool/tool-input.ts';
import { foreignUseOf, patchText, type ToolUse, toolUseOf } from '../tool/tool-use.ts';
import { fullPath, locate } from './locate.ts';
import { foldersOfPatch, matchesPath, matchingCommand } from './match.ts';
import type { Matcher } from './matcher.ts';

/** A tool call in the parts that a matcher compares: a shell line, or files that are read or changed. */
export interface Action {
  command?: string;
  /** Further lines that it runs, or other readings of the same. */
  others?: string[];
  /** Paths as items carry them. */
  paths: string[];
  changes: boolean;
  /** The folder from which relative paths of a command are resolved. */
  place?: ProjectPaths;
}

/** Upper bounds on what is looked at of one input. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 12;
/** Uses of tools that may run a line. */
const RUN: ReadonlySet<ToolUse> = new Set<ToolUse>(['shell', 'shell-output', 'foreign', 'other', 'own']);
/** Fields with the folder in which a command runs. */
const FOLDERS = ['workdir', 'cwd', 'dir_path', 'directory', 'working_directory', 'workingDirectory', 'Cwd'];
/** Fields with the path of a file. */
const PATH_FIELD = /path|file|uri|destination|^(?:dest|source|src|target|to|from)$/i;
/** The names of other servers' tools that change files. */
const CHANGES =
  /(?:write|edit|replace|insert|create|delete|remove|move|rename|copy|patch|append|save|update).*(?:file|folder|director|symbol|content|text|lines?(?![a-z])|code)/i;

/**
 * The action of a tool call; `undefined` for one that neither runs a command nor touches files. A tool of another MCP server
 * counts by its name: `mcp__files__write_file` writes.
 */
export function actionOf(
  { tool, input }: { tool: string; input: JsonObject },
  session: ProjectPaths,
): Action | undefined {
  const place = placeOfCall(input, session);
  const own = toolUseOf(tool, input);
  const use = own === 'foreign' ? foreignUseOf(tool, input) : own;
  const at = (paths: readonly string[], folder?: string): string[] =>
    paths.flatMap((path) => locate(path, place, folder) ?? []);
  const isChange = own === 'foreign' && CHANGES.test(tool) && commandOf(input) === undefined;
  // A tool of which nobody knows what it does runs what it takes as a command.
  const runs = RUN.has(use) || (own === 'foreign' && (use === 'patch' || use === 'delegate'));
  const [command, ...others] = runs && !isChange ? linesRun(tool, input) : [];
  const run = { ...(command !== undefined && { command }), ...(others.length > 0 && { others }) };
  const patch = use === 'patch' || use === 'shell' ? patchText(input) : undefined;
  if (patch !== undefined) {
    const { changed, deleted } = readPatch(patch);
    const folders = use === 'shell' ? foldersOfPatch(patch, place) : [undefined];
    const paths = folders.flatMap((folder) => at([...changed, ...deleted], folder));
    return { ...run, paths, changes: true, place };
  }
  if (command !== undefined) return { ...run, paths: [], changes: false, place };
  const changes = use === 'edit' || use === 'write' || use === 'delete' || (own === 'foreign' && CHANGES.test(tool));
  const paths = use === 'read' || changes ? at(everyPath(input)) : [];
  return paths.length === 0 ? undefined : { paths, changes, place };
}

/** The place of a call: a command may name the folder in which it runs. */
function placeOfCall(input: JsonObject, session: ProjectPaths): ProjectPaths {
  const folder = commandOf(input) === undefined ? undefined : textField(input, FOLDERS);
  if (folder === undefined) return session;
  const projectRoot = session.projectRoot ?? session.cwd;
  return { ...session, ...omitUndefined({ projectRoot }), cwd: fullPath(folder, session), isElsewhere: true };
}

/** All paths in an input, in whatever field of it they stand. */
function everyPath(input: JsonObject): string[] {
  const found = new Set(pathsOf(input));
  let left = MAX_VALUES;
  const walk = (value: JsonValue, isPath: boolean, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return;
    if (typeof value === 'string' && isPath && !value.includes('\n')) found.add(value);
    else if (Array.isArray(value)) for (const one of value) walk(one, isPath, depth + 1);
    else if (isJsonObject(value))
      for (const [key, one] of Object.entries(value)) walk(one, PATH_FIELD.test(key), depth + 1);
  };
  walk(input, false, 0);
  return [...found];
}

/** The path, or the matcher's name of the command, by which an action meets a matcher; `undefined` when it does not. */
export function meeting(matcher: Matcher, { command, others = [], paths, changes, place }: Action): string | undefined {
  const lines = command === undefined ? [] : [command, ...others];
  if (lines.some((line) => matchingCommand(matcher, line, place) !== undefined)) return matcher.name;
  if (matcher.on !== 'path' || (matcher.access === 'write' && !changes)) return undefined;
  return paths.find((path) => matchesPath(matcher.globs, path, place));
}
