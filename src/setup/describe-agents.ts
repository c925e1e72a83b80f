import type { Agent } from '../agents/shared/contract.ts';
import { toCairnError } from '../core/errors.ts';
import { isHere } from './is-here.ts';
import type { SetupEnvironment } from './setup.ts';
import { canBeSetUp, setupTarget } from './setup-target.ts';

/** The state of an agent: whether it is on this machine, and whether its files name Cairn. */
export interface AgentState {
  name: string;
  title: string;
  found: boolean;
  setUp: boolean;
  /** Why its files cannot be read. */
  problem?: string;
}

/** The state of every agent that set-up knows. Reads only. */
export function describeAgents(place: SetupEnvironment): AgentState[] {
  return place.agents.filter(canBeSetUp).map((agent) => ({
    name: agent.name,
    title: agent.title,
    found: isHere(agent, place.environment),
    ...readState(agent, place),
  }));
}

function readState(agent: Agent, place: SetupEnvironment): Pick<AgentState, 'setUp' | 'problem'> {
  try {
    return { setUp: (agent.planUninstall?.(setupTarget(place)).length ?? 0) > 0 };
  } catch (error) {
    return { setUp: false, problem: toCairnError(error).message };
  }
}
