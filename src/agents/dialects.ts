import { CAPABILITIES } from './claude-code/capabilities.ts';
import { AGENT_NAME, readHook, reply } from './claude-code/hooks.ts';
import type { Agent } from './shared/contract.ts';

/** What a hook needs of an agent: its payloads and replies, without transcripts and settings. */
export type Dialect = Pick<Agent, 'name' | 'capabilities' | 'readHook' | 'reply'>;

const DIALECTS: readonly Dialect[] = [{ name: AGENT_NAME, capabilities: CAPABILITIES, readHook, reply }];

/** The dialect of the agent of that name; `undefined` for a name that is none. For the hook's own small bundle. */
export function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
