import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readPatch } from '../text/changed-lines.ts';
import { linesRun } from '../tool/lines-run.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { commandOf, pathsOf, textField, textList } from '../tool/tool-input.ts';
import { foreignUseOf, patchText, type ToolUse, toolUseOf } from '../tool/tool-use.ts';
import { fullPath, locate } from './locate.ts';
import { foldersOfPatch, holdsOn, matchesPath, matchingCommand } from './match.ts';
import type { Matcher } from './matcher.ts';

/** A tool call in the parts that a matcher compares: a shell line, or files that are read or changed. */
export interface Action {
  command?: string;
  /** Further lines that it runs, or other readings of the same. */
  others?: string[];
  /** Paths as items carry them. */
  paths: string[];
  changes: boolean;
  /** Those of the paths that it deletes or moves. */
  removed?: readonly string[];
  /** The folder from which relative paths of a command are resolved. */
  place?: ProjectPaths;
  /** Further ones from which they may lead, where nobody knows whether the tool heeds the folder that the call names. */
  orPlaces?: readonly ProjectPaths[];
}

/** Upper bounds on what is looked at of one input. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 12;
/** Uses of tools that may run a line. */
const RUN: ReadonlySet<ToolUse> = new Set<ToolUse>(['shell', 'shell-output', 'foreign', 'other', 'own']);
/** Fields with the folder in which a command runs. */
const FOLDERS = ['workdir', 'cwd', 'dir_path', 'directory', 'working_directory', 'workingDirectory', 'Cwd'];
/** Tools that run their command in the folder of one of these fields; any other may pass over it. */
const HEEDED: Readonly<Record<string, string>> = {
  exec_command: 'workdir',
  shell: 'workdir',
  'container.exec': 'workdir',
  bash: 'workdir',
  run_shell_command: 'dir_path directory',
  execute_command: 'cwd',
  run_command: 'Cwd',
  Shell: 'working_directory',
};
/** Fields with the path of a file. */
const PATH_FIELD = /path|file|uri|destination|^(?:dest|source|src|target|to|from)$/i;
/** Tools that look for files and show nothing of them. */
const LISTS_NAMES = /glob|find_?(?:files|by_?name)|file_?search/i;
/** The names of other servers' tools that change files. */
const CHANGES =
  /(?:write|edit|replace|insert|create|delete|remove|move|rename|copy|patch|append|save|update).*(?:file|folder|director|symbol|content|text|lines?(?![a-z])|code)/i;
/** The names of other servers' tools that show what stands in files, and what they tell of a file that is not that. */
const READS = /(?:read|get|view|open|show|load|cat|fetch).*(?:file|content|text|lines?(?![a-z]))/i;
const TELLS_OF =
  /info|stat|meta|size|exists|permission|problem|diagnostic|symbol|outline|tree|list|get_?(?:all_?)?open_?files?$/i;
const REMOVES = /delete|remove|move|rename/i;

/**
 * The action of a tool call; `undefined` for one that neither runs a command nor touches files. A tool of another MCP server
 * counts by its name: `mcp__files__write_file` writes.
 */
export function actionOf(
  { tool, input }: { tool: string; input: JsonObject },
  session: ProjectPaths,
): Action | undefined {
  const [place = session, ...others] = placesOfCall(tool, input, session);
  const at = { place, ...(others.length > 0 && { orPlaces: others }) };
  const own = toolUseOf(tool, input);
  const use = own === 'foreign' ? foreignUseOf(tool, input) : own;
  const isChange = own === 'foreign' && CHANGES.test(tool) && commandOf(input) === undefined;
  // A tool of which nobody knows what it does runs what it takes as a command.
  const runs = RUN.has(use) || (own === 'foreign' && (use === 'patch' || use === 'delegate'));
  const [command, ...more] = runs && !isChange ? linesRun(tool, input) : [];
  const run = { ...(command !== undefined && { command }), ...(more.length > 0 && { others: more }) };
  const patch = use === 'patch' || use === 'shell' ? patchText(input) : undefined;
  if (patch !== undefined) {
    const { changed, deleted } = readPatch(patch);
    const applied = [place, ...others].flatMap((from) =>
      (use === 'shell' ? foldersOfPatch(patch, from) : [undefined]).map((folder) => ({ from, folder })),
    );
    const located = (named: readonly string[]): string[] =>
      applied.flatMap(({ from, folder }) => named.flatMap((path) => locate(path, from, folder) ?? []));
    const removed = located(deleted);
    const paths = [...new Set([...located(changed), ...removed])];
    return { ...run, paths, changes: true, ...(removed.length > 0 && { removed }), ...at };
  }
  if (command !== undefined) return { ...run, paths: [], changes: false, ...at };
  const changes = use === 'edit' || use === 'write' || use === 'delete' || (own === 'foreign' && CHANGES.test(tool));
  const isReading = use === 'read' || (own === 'foreign' && READS.test(tool) && !TELLS_OF.test(tool));
  const shows = isReading || (use === 'search' && !LISTS_NAMES.test(tool));
  const named = shows ? [...everyPath(input), ...globsOf(input)] : everyPath(input);
  const paths = shows || changes ? named.flatMap((path) => locate(path, session) ?? []) : [];
  const isRemoval = use === 'delete' || (own === 'foreign' && REMOVES.test(tool));
  return paths.length === 0 ? undefined : { paths, changes, place: session, ...(isRemoval && { removed: paths }) };
}

/**
 * The places of a call: a command may name the folder in which it runs. Only of a tool that is known to heed that one field is it the
 * place; else the session's counts, too, and that of each such field.
 */
function placesOfCall(tool: string, input: JsonObject, session: ProjectPaths): ProjectPaths[] {
  if (commandOf(input) === undefined) return [session];
  const named = FOLDERS.filter((field) => textField(input, [field]) !== undefined);
  const projectRoot = session.projectRoot ?? session.cwd;
  const places = named.map((field) => {
    const cwd = fullPath(textField(input, [field]) ?? '', session);
    return { ...session, ...omitUndefined({ projectRoot }), cwd, isElsewhere: true };
  });
  const heeded = Object.hasOwn(HEEDED, tool) ? HEEDED[tool]?.split(' ') : undefined;
  const isSure = places.length === 1 && heeded?.includes(named[0] ?? '') === true && !/[$`]/.test(places[0]?.cwd ?? '');
  return isSure ? places : [...places, session];
}

/** The names of files to which a search or a reading keeps. */
function globsOf(input: JsonObject): string[] {
  const globs = textField(input, ['glob', 'include', 'include_pattern', 'includePattern']) ?? '';
  return [...globs.split(','), ...textList(input.include)].filter((glob) => glob !== '' && !glob.startsWith('!'));
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

/**
 * The path, or the matcher's name of the command, by which an action meets a matcher; `undefined` when it does not. `branch`: what is
 * checked out in the folder in which a command runs, and without a folder where the files lie.
 */
export function meeting(
  matcher: Matcher,
  action: Action,
  branch?: (folder?: string) => string | undefined,
): string | undefined {
  const { command, others = [], paths, changes, removed = [], place, orPlaces = [] } = action;
  if (matcher.on === 'path' && !holdsOn(matcher)(branch)) return undefined;
  const lines = command === undefined ? [] : [command, ...others];
  const runs = (from?: ProjectPaths): boolean => {
    const at = { ...from, branch: (folder = from?.cwd) => branch?.(folder) };
    return lines.some((line) => matchingCommand(matcher, line, at) !== undefined);
  };
  if ([place, ...orPlaces].some(runs)) return matcher.name;
  if (matcher.on !== 'path') return undefined;
  if (/^(?:write|edit)$/.test(matcher.access) ? !changes : matcher.access === 'read' && changes) return undefined;
  const touched = matcher.access === 'remove' ? removed : paths;
  return touched.find((path) => matchesPath(matcher.globs, path, place));
}
