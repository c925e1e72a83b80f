import type { JsonObject } from '../../core/json.ts';
import { readPatch } from '../text/changed-lines.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { commandOf, pathsOf } from '../tool/tool-input.ts';
import { foreignUseOf, patchText, toolUseOf } from '../tool/tool-use.ts';
import { locate } from './locate.ts';
import { matchesPath, matchingCommand } from './match.ts';
import type { Matcher } from './matcher.ts';

/** A tool call in the parts that a matcher compares: a shell line, or files that are read or changed. */
export interface Action {
  command?: string;
  /** Paths as items carry them. */
  paths: string[];
  changes: boolean;
  /** The folder from which relative paths of a command are resolved. */
  place?: ProjectPaths;
}

const MAX_PATHS = 50;

/**
 * The action of a tool call; `undefined` for one that neither runs a command nor touches files. A tool of another MCP server
 * counts by its name: `mcp__files__write_file` writes.
 */
export function actionOf(
  { tool, input }: { tool: string; input: JsonObject },
  place: ProjectPaths,
): Action | undefined {
  const own = toolUseOf(tool, input);
  const use = own === 'foreign' ? foreignUseOf(tool, input) : own;
  const at = (paths: readonly string[]): string[] =>
    paths.slice(0, MAX_PATHS).flatMap((path) => locate(path, place) ?? []);
  const patch = use === 'patch' || use === 'shell' ? patchText(input) : undefined;
  if (patch !== undefined) {
    const { changed, deleted } = readPatch(patch);
    return { paths: at([...changed, ...deleted]), changes: true, place };
  }
  const command = commandOf(input);
  if (use === 'shell' && command !== undefined) return { command, paths: [], changes: false, place };
  if (use === 'read') return { paths: at(pathsOf(input)), changes: false, place };
  if (use === 'edit' || use === 'write' || use === 'delete') return { paths: at(pathsOf(input)), changes: true, place };
  return undefined;
}

/** The path, or the matcher's name of the command, by which an action meets a matcher; `undefined` when it does not. */
export function meeting(matcher: Matcher, { command, paths, changes, place }: Action): string | undefined {
  if (command !== undefined) return matchingCommand(matcher, command, place) === undefined ? undefined : matcher.name;
  if (matcher.on !== 'path' || (matcher.access === 'write' && !changes)) return undefined;
  return paths.find((path) => matchesPath(matcher.globs, path, place));
}
