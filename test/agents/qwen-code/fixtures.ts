import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/qwen-code/hooks.ts';
import { createParser } from '../../../src/agents/qwen-code/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** Qwen Code's folder of the fixtures, and its one session. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/qwen-code/', import.meta.url));
export const SESSION = '7d1e4b90-2c3f-4a58-9b6d-0e1f2a3b4c5d';
export const SUBAGENT = 'general-purpose-call_5';
const PROJECT = `${CONFIG_FOLDER}projects/-home-dev-shop`;
export const MAIN_FILE = `${PROJECT}/chats/${SESSION}.jsonl`;
export const SUBAGENT_FILE = `${PROJECT}/subagents/${SESSION}/agent-${SUBAGENT}.jsonl`;

/** The hook payloads of the session. */
export function qwenHooks(): SentHook[] {
  return sentHooks(`${CONFIG_FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = qwenHooks()): RawEvent[] {
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
  agent: 'qwen-code',
  hooks: qwenHooks(),
  write: (userHome, share) => writeGrown(`${CONFIG_FOLDER}projects`, join(userHome, '.qwen', 'projects'), share),
};
