import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ignore } from '../ignored.ts';

/** Where a home keeps its programs, and the link to the current one. */
interface ProgramPaths {
  app: string;
  appCurrent: string;
}

/** The name of the program to which a home's link leads; `undefined` where there is none. */
export function currentProgram({ appCurrent }: Pick<ProgramPaths, 'appCurrent'>): string | undefined {
  const stat = lstatSync(appCurrent, { throwIfNoEntry: false });
  return stat?.isSymbolicLink() ? basename(readlinkSync(appCurrent)) : undefined;
}

/** The name of the program in a folder, when it is one of this home's own; `undefined` for any other, as of a clone. */
export function programOfHome(folder: string, { app }: Pick<ProgramPaths, 'app'>): string | undefined {
  // As in a home that no set-up was for.
  if (!existsSync(app)) return undefined;
  try {
    const real = realpathSync(folder);
    return dirname(real) === realpathSync(app) ? basename(real) : undefined;
  } catch (error) {
    ignore(error, 'the folder of a program is not there');
    return undefined;
  }
}
