// agents: one folder for each agent that Cairn knows, and what they share. To add an agent: a folder, and a row here.
// An agent's dialect becomes events here; nothing is stored, ranked or shown.

import { AMP } from './amp/amp.ts';
import { ANTIGRAVITY } from './antigravity/antigravity.ts';
import { CLAUDE_CODE } from './claude-code/claude-code.ts';
import { CLINE } from './cline/cline.ts';
import { CODEX } from './codex/codex.ts';
import { CONTINUE } from './continue/continue.ts';
import { COPILOT_CLI } from './copilot-cli/copilot-cli.ts';
import { CRUSH } from './crush/crush.ts';
import { CURSOR } from './cursor/cursor.ts';
import { DEVIN_CLI } from './devin-cli/devin-cli.ts';
import { DROID } from './droid/droid.ts';
import { GEMINI_CLI } from './gemini-cli/gemini-cli.ts';
import { GROK } from './grok/grok.ts';
import { HERMES } from './hermes/hermes.ts';
import { KILO } from './kilo/kilo.ts';
import { KIMI_CLI } from './kimi-cli/kimi-cli.ts';
import { KIMI_CODE } from './kimi-code/kimi-code.ts';
import { KIRO } from './kiro/kiro.ts';
import { MISTRAL_VIBE } from './mistral-vibe/mistral-vibe.ts';
import { OPENCLAW } from './openclaw/openclaw.ts';
import { OPENCODE } from './opencode/opencode.ts';
import { PI } from './pi/pi.ts';
import { QWEN_CODE } from './qwen-code/qwen-code.ts';
import type { Agent } from './shared/contract.ts';
import { VSCODE } from './vscode/vscode.ts';
import { WINDSURF } from './windsurf/windsurf.ts';

/** All agents, in the order in which they are listed to people. */
export const AGENTS: readonly Agent[] = [
  CLAUDE_CODE,
  CODEX,
  CURSOR,
  GEMINI_CLI,
  ANTIGRAVITY,
  KIMI_CODE,
  QWEN_CODE,
  COPILOT_CLI,
  VSCODE,
  WINDSURF,
  KIRO,
  CLINE,
  OPENCODE,
  KILO,
  CONTINUE,
  CRUSH,
  AMP,
  DROID,
  DEVIN_CLI,
  GROK,
  HERMES,
  KIMI_CLI,
  MISTRAL_VIBE,
  OPENCLAW,
  PI,
];

/** The agent with this name; `undefined` when there is none. */
export function findAgent(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
