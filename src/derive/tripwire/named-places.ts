import type { JsonObject } from '../../core/json.ts';
import { readPatch } from '../text/changed-lines.ts';
import { linesRun } from '../tool/lines-run.ts';
import { absolutePath } from '../tool/project-paths.ts';
import { operandsOf, readShell } from '../tool/shell.ts';
import { commandOf, pathsOf } from '../tool/tool-input.ts';
import { patchText } from '../tool/tool-use.ts';
import { touchedFiles } from './touched-files.ts';

/** Upper bounds on the places of one call, and on the characters of one. */
const MAX_PLACES = 100;
const MAX_CHARS = 400;
const PATH_FROM_ROOT = /(?:^|[\s"'`=:;|&<>(])((?:\/|~\/|\$HOME\/|\$\{HOME\}\/|\.\.\/)[^\s"'`;|&<>()]{0,400})/g;
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;

/**
 * The files and folders that a tool call names, absolute: the paths of its input and of a patch, and of its shell lines the targets of `cd`, the
 * files that they touch, and each argument with a path from the root, from home or from the folder above. Of a line that was not read
 * whole also every word like that. At most 100.
 */
export function namedPlaces(
  { tool, input }: { tool: string; input: JsonObject },
  { cwd = '', userHome }: { cwd?: string; userHome: string },
): string[] {
  const places = new Set<string>();
  const add = (path: string, folder: string): string | undefined => {
    const named = path.replace(HOME, () => userHome);
    if (named === '' || named.length > MAX_CHARS || (folder === '' && !named.startsWith('/'))) return undefined;
    const place = absolutePath(named, { cwd: folder });
    if (places.size < MAX_PLACES) places.add(place);
    return place;
  };
  const { changed, deleted } = readPatch(patchText(input) ?? '');
  for (const path of [...pathsOf(input), ...changed, ...deleted]) add(path, cwd);
  for (const line of new Set([commandOf(input) ?? '', ...linesRun(tool, input)])) {
    let folder = cwd;
    const { commands, isWhole } = readShell(line);
    for (const command of commands) {
      if (command.program === 'cd' || command.program === 'pushd') {
        folder = add(operandsOf(command)[0] ?? userHome, folder) ?? folder;
        continue;
      }
      for (const file of touchedFiles(command, 'any')) add(file, folder);
      for (const arg of command.args) {
        const [, path] = /^(?:-[\w-]*=?)?((?:\/|~\/|\$HOME\/|\$\{HOME\}\/|\.\.(?:\/|$)).*)/.exec(arg) ?? [];
        if (path !== undefined) add(path, folder);
      }
    }
    if (!isWhole) for (const [, path = ''] of line.matchAll(PATH_FROM_ROOT)) add(path, cwd);
  }
  return [...places];
}
