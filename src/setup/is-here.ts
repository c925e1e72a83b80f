import { delimiter, join } from 'node:path';
import type { Agent, AgentEnvironment } from '../agents/shared/contract.ts';
import { isProgram } from '../platform/files.ts';

/** True for an agent that was used on this machine, or whose program is on the PATH. */
export function isHere(agent: Agent, environment: AgentEnvironment): boolean {
  return agent.detect(environment) || isInstalled(agent, environment);
}

function isInstalled({ command }: Agent, { variables }: AgentEnvironment): boolean {
  if (command === undefined) return false;
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isProgram(join(folder, command)));
}
