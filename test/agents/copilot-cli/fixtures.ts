import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/copilot-cli/hooks.ts';
import { createParser } from '../../../src/agents/copilot-cli/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** Copilot CLI's folder of the fixtures, its one session and its subagent. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/copilot-cli/', import.meta.url));
export const SESSION = '4d0b6c1e-7a52-4f39-8c1d-2e9f0a7b5c36';
export const SUBAGENT = 'b81e5f70-3c2d-4a9e-9f64-0d7c1e2a8b95';
export const SESSION_FILE = `${CONFIG_FOLDER}session-state/${SESSION}/events.jsonl`;

/** The hook payloads of the session. */
export function copilotHooks(): SentHook[] {
  return sentHooks(`${CONFIG_FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = copilotHooks()): RawEvent[] {
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
  agent: 'copilot-cli',
  hooks: copilotHooks(),
  write: (userHome, share) =>
    writeGrown(`${CONFIG_FOLDER}session-state`, join(userHome, '.copilot', 'session-state'), share),
};
