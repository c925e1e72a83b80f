// agents: the agents that Cairn knows, a folder each and what they share. To add one: a folder and a row here.
// What an agent's dialect means becomes an event here and goes no further: nothing is stored, ranked or shown.

import { CLAUDE_CODE } from './claude-code/claude-code.ts';
import { KIMI_CODE } from './kimi-code/kimi-code.ts';
import type { Agent } from './shared/contract.ts';

/** All agents, by the order in which they are listed to people. */
export const AGENTS: readonly Agent[] = [CLAUDE_CODE, KIMI_CODE];

/** The agent of that name; `undefined` for a name that is none. */
export function findAgent(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
