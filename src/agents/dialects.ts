// Made by scripts/write-agents.ts from registry.ts; test/agents/docs.test.ts compares.
import { DIALECT as ANTIGRAVITY } from './antigravity/hooks.ts';
import { DIALECT as CLAUDE_CODE } from './claude-code/hooks.ts';
import { DIALECT as CLINE } from './cline/hooks.ts';
import { DIALECT as CODEX } from './codex/hooks.ts';
import { DIALECT as COPILOT_CLI } from './copilot-cli/hooks.ts';
import { DIALECT as CRUSH } from './crush/hooks.ts';
import { DIALECT as CURSOR } from './cursor/hooks.ts';
import { DIALECT as DEVIN_CLI } from './devin-cli/hooks.ts';
import { DIALECT as DROID } from './droid/hooks.ts';
import { DIALECT as GEMINI_CLI } from './gemini-cli/hooks.ts';
import { DIALECT as GROK } from './grok/hooks.ts';
import { DIALECT as HERMES } from './hermes/hooks.ts';
import { DIALECT as KILO } from './kilo/hooks.ts';
import { DIALECT as KIMI_CLI } from './kimi-cli/hooks.ts';
import { DIALECT as KIMI_CODE } from './kimi-code/hooks.ts';
import { DIALECT as KIRO } from './kiro/hooks.ts';
import { DIALECT as MISTRAL_VIBE } from './mistral-vibe/hooks.ts';
import { DIALECT as OPENCODE } from './opencode/hooks.ts';
import { DIALECT as PI } from './pi/hooks.ts';
import { DIALECT as QWEN_CODE } from './qwen-code/hooks.ts';
import type { Dialect } from './shared/contract.ts';
import { DIALECT as VSCODE } from './vscode/hooks.ts';
import { DIALECT as WINDSURF } from './windsurf/hooks.ts';

const DIALECTS: readonly Dialect[] = [
  ANTIGRAVITY,
  CLAUDE_CODE,
  CLINE,
  CODEX,
  COPILOT_CLI,
  CRUSH,
  CURSOR,
  DEVIN_CLI,
  DROID,
  GEMINI_CLI,
  GROK,
  HERMES,
  KILO,
  KIMI_CLI,
  KIMI_CODE,
  KIRO,
  MISTRAL_VIBE,
  OPENCODE,
  PI,
  QWEN_CODE,
  VSCODE,
  WINDSURF,
];

/** The dialect of the agent of that name; `undefined` for a name that is none. For the hook's own small bundle. */
export function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
