import { AUTHORITY as CLAUDE_CODE } from './claude-code/capabilities.ts';
import * as claudeCode from './claude-code/hooks.ts';
import { AUTHORITY as KIMI_CODE } from './kimi-code/capabilities.ts';
import * as kimiCode from './kimi-code/hooks.ts';
import type { Agent, Capabilities } from './shared/contract.ts';

/** What a hook needs of an agent: its payloads and replies, without transcripts and settings. */
export interface Dialect extends Pick<Agent, 'name' | 'readHook' | 'reply'> {
  authority: Capabilities['authority'];
}

const DIALECTS: readonly Dialect[] = [
  { name: claudeCode.AGENT_NAME, authority: CLAUDE_CODE, readHook: claudeCode.readHook, reply: claudeCode.reply },
  { name: kimiCode.AGENT_NAME, authority: KIMI_CODE, readHook: kimiCode.readHook, reply: kimiCode.reply },
];

/** The dialect of the agent of that name; `undefined` for a name that is none. For the hook's own small bundle. */
export function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
