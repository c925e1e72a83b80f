import { SESSION_FIXTURE as CLAUDE_CODE } from './claude-code/fixtures.ts';
import { SESSION_FIXTURE as KIMI_CODE } from './kimi-code/fixtures.ts';
import type { SessionFixture } from './session-fixture.ts';

/** A session of each agent that has both hooks and transcripts. */
export const SESSION_FIXTURES: readonly SessionFixture[] = [CLAUDE_CODE, KIMI_CODE];
