import type { JsonObject } from '../../core/json.ts';
import { absolutePath } from '../tool/project-paths.ts';
import { operandsOf, parseShell } from '../tool/shell.ts';
import { commandOf, pathsOf } from '../tool/tool-input.ts';
import { touchedFiles } from './touched-files.ts';

/** Upper bounds on the places of one call, and on the characters of one. */
const MAX_PLACES = 20;
const MAX_CHARS = 400;
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;

/**
 * The files and folders that a tool call names, absolute: the paths of its input, and of its shell line the targets of `cd`, the
 * files that it touches, and each argument with a path from the root, from home or from the folder above. At most 20.
 */
export function namedPlaces(input: JsonObject, { cwd = '', userHome }: { cwd?: string; userHome: string }): string[] {
  const places = new Set<string>();
  const add = (path: string, folder: string): string | undefined => {
    const named = path.replace(HOME, () => userHome);
    if (named === '' || named.length > MAX_CHARS || (folder === '' && !named.startsWith('/'))) return undefined;
    const place = absolutePath(named, { cwd: folder });
    if (places.size < MAX_PLACES) places.add(place);
    return place;
  };
  for (const path of pathsOf(input)) add(path, cwd);
  let folder = cwd;
  for (const command of parseShell(commandOf(input) ?? '')) {
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
  return [...places];
}
