// Made by scripts/write-agents.ts from registry.ts; test/agents/docs.test.ts compares.
import { DIALECT as CLAUDE_CODE } from './claude-code/hooks.ts';
import { DIALECT as KIMI_CODE } from './kimi-code/hooks.ts';
import type { Dialect } from './shared/contract.ts';

const DIALECTS: readonly Dialect[] = [
  CLAUDE_CODE,
  KIMI_CODE,
];

/** The dialect of the agent of that name; `undefined` for a name that is none. For the hook's own small bundle. */
export function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
