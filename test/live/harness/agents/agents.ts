// agents: the real agents, a file each: how it is installed, set up by its user, asked, and which tools it has. The order
// is that in which they hand the project on. Nothing about Cairn, and nothing of the story.
import type { LiveAgent } from '../agent.ts';
import type { ImportedAgent } from '../imported.ts';
import { ANTIGRAVITY } from './antigravity.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CLINE } from './cline.ts';
import { CODEX } from './codex.ts';
import { CONTINUE } from './continue.ts';
import { COPILOT_CLI } from './copilot-cli.ts';
import { GEMINI_CLI } from './gemini-cli.ts';
import { GROK } from './grok.ts';
import { HERMES } from './hermes.ts';
import { KILO } from './kilo.ts';
import { KIMI_CODE } from './kimi-code.ts';
import { MISTRAL_VIBE } from './mistral-vibe.ts';
import { OPENCLAW } from './openclaw.ts';
import { OPENCODE } from './opencode.ts';
import { PI } from './pi.ts';
import { QWEN_CODE } from './qwen-code.ts';

/** All agents that are driven for real. */
export const LIVE_AGENTS: readonly LiveAgent[] = [
  CLAUDE_CODE,
  CODEX,
  KIMI_CODE,
  QWEN_CODE,
  GEMINI_CLI,
  OPENCODE,
  COPILOT_CLI,
  CLINE,
];

/** All agents that are driven for real and whose sessions Cairn imports. */
export const IMPORTED_AGENTS: readonly ImportedAgent[] = [
  PI,
  HERMES,
  GROK,
  KILO,
  OPENCLAW,
  CONTINUE,
  MISTRAL_VIBE,
  ANTIGRAVITY,
];

/** Those of them that Cairn's set-up knows: they tell what happens, and take context. */
export const HOOKED_AGENTS: readonly ImportedAgent[] = [PI, HERMES, GROK, KILO, MISTRAL_VIBE];
