import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/codex/hooks.ts';
import { createParser } from '../../../src/agents/codex/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** Codex's folder of the fixtures, its one session of today's form, and that session's subagent. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/codex/', import.meta.url));
export const SESSION = '01a0c450-6c00-7001-8c1e-7f60a1b2c3d4';
export const SUBAGENT = '01a0c450-75c4-7002-8c1e-7f60a1b2c3d4';
const DAY = `${CONFIG_FOLDER}sessions/2026/09/21`;
export const MAIN_FILE = `${DAY}/rollout-2026-09-21T14-13-20-${SESSION}.jsonl`;
export const SUBAGENT_FILE = `${DAY}/rollout-2026-09-21T14-13-22-${SUBAGENT}.jsonl`;
/** A session of the form before history was paginated, a fork of it, and one of the first form, whose lines are bare. */
export const EVENTS_FILE = `${CONFIG_FOLDER}old/rollout-2026-06-23T14-13-20-019ef4d4-1400-7003-8c1e-7f60a1b2c3d4.jsonl`;
export const FORK_FILE = `${CONFIG_FOLDER}old/rollout-2026-07-03T14-13-20-019f2853-ac00-7005-8c1e-7f60a1b2c3d4.jsonl`;
export const BARE_FILE = `${CONFIG_FOLDER}old/rollout-2026-06-23T14-13-20-019ef4d4-1400-7004-8c1e-7f60a1b2c3d4.jsonl`;

/** The hook payloads of the session. */
export function codexHooks(): SentHook[] {
  return sentHooks(`${CONFIG_FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = codexHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'codex',
  hooks: codexHooks(),
  write: (userHome, share) => writeGrown(`${CONFIG_FOLDER}sessions`, join(userHome, '.codex', 'sessions'), share),
};
