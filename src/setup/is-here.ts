import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../agents/shared/contract.ts';
import { ignore } from '../platform/ignored.ts';

/** True for an agent that was used on this machine, or whose program is on the PATH. */
export function isHere(agent: Agent, environment: AgentEnvironment): boolean {
  return agent.detect(environment) || isInstalled(agent, environment);
}

function isInstalled({ command }: Agent, { variables }: AgentEnvironment): boolean {
  if (command === undefined) return false;
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isProgram(join(folder, command)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    // A file that does not exist or may not be run is not a program.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) ignore(error, 'path of commands holds what is no path');
    return false;
  }
}
