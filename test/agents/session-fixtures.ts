import { SESSION_FIXTURE as CLAUDE_CODE } from './claude-code/fixtures.ts';
import { SESSION_FIXTURE as CLINE } from './cline/fixtures.ts';
import { SESSION_FIXTURE as CODEX } from './codex/fixtures.ts';
import { SESSION_FIXTURE as COPILOT_CLI } from './copilot-cli/fixtures.ts';
import { SESSION_FIXTURE as KIMI_CLI } from './kimi-cli/fixtures.ts';
import { SESSION_FIXTURE as KIMI_CODE } from './kimi-code/fixtures.ts';
import { SESSION_FIXTURE as OPENCODE } from './opencode/fixtures.ts';
import type { SessionFixture } from './session-fixture.ts';
import { SESSION_FIXTURE as VSCODE } from './vscode/fixtures.ts';

/** A session of each agent that has both hooks and transcripts. */
export const SESSION_FIXTURES: readonly SessionFixture[] = [
  CLAUDE_CODE,
  CODEX,
  KIMI_CODE,
  KIMI_CLI,
  OPENCODE,
  CLINE,
  COPILOT_CLI,
  VSCODE,
];
