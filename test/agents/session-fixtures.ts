import { SESSION_FIXTURE as ANTIGRAVITY } from './antigravity/fixtures.ts';
import { SESSION_FIXTURE as CLAUDE_CODE } from './claude-code/fixtures.ts';
import { SESSION_FIXTURE as CLINE } from './cline/fixtures.ts';
import { SESSION_FIXTURE as CODEX } from './codex/fixtures.ts';
import { SESSION_FIXTURE as COPILOT_CLI } from './copilot-cli/fixtures.ts';
import { SESSION_FIXTURE as CRUSH } from './crush/fixtures.ts';
import { SESSION_FIXTURE as CURSOR } from './cursor/fixtures.ts';
import { SESSION_FIXTURE as DEVIN_CLI } from './devin-cli/fixtures.ts';
import { SESSION_FIXTURE as DROID } from './droid/fixtures.ts';
import { SESSION_FIXTURE as GEMINI_CLI } from './gemini-cli/fixtures.ts';
import { SESSION_FIXTURE as GROK } from './grok/fixtures.ts';
import { SESSION_FIXTURE as HERMES } from './hermes/fixtures.ts';
import { SESSION_FIXTURE as KILO } from './kilo/fixtures.ts';
import { SESSION_FIXTURE as KIMI_CLI } from './kimi-cli/fixtures.ts';
import { SESSION_FIXTURE as KIMI_CODE } from './kimi-code/fixtures.ts';
import { SESSION_FIXTURE as KIRO } from './kiro/fixtures.ts';
import { SESSION_FIXTURE as MISTRAL_VIBE } from './mistral-vibe/fixtures.ts';
import { SESSION_FIXTURE as OPENCLAW } from './openclaw/fixtures.ts';
import { SESSION_FIXTURE as OPENCODE } from './opencode/fixtures.ts';
import { SESSION_FIXTURE as PI } from './pi/fixtures.ts';
import { SESSION_FIXTURE as QWEN_CODE } from './qwen-code/fixtures.ts';
import type { SessionFixture } from './session-fixture.ts';
import { SESSION_FIXTURE as VSCODE } from './vscode/fixtures.ts';

/** A session of each agent that has both hooks and transcripts, and of one that keeps its own in a database. */
export const SESSION_FIXTURES: readonly SessionFixture[] = [
  CLAUDE_CODE,
  CODEX,
  CURSOR,
  GEMINI_CLI,
  ANTIGRAVITY,
  KIMI_CODE,
  KIMI_CLI,
  QWEN_CODE,
  OPENCODE,
  KILO,
  DROID,
  DEVIN_CLI,
  CLINE,
  COPILOT_CLI,
  VSCODE,
  KIRO,
  CRUSH,
  PI,
  HERMES,
  MISTRAL_VIBE,
  GROK,
  OPENCLAW,
];
