import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/gemini-cli/hooks.ts';
import { createParser } from '../../../src/agents/gemini-cli/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** Gemini CLI's folder of the fixtures, and its sessions: one of lines, one of an old version in one file. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/gemini-cli/', import.meta.url));
export const SESSION = '3f2a9c1e-7b64-4d0f-9c35-5e8d1a2b6c70';
export const SUBAGENT = 'c41d7e90-1f2b-4a6c-8d3e-9b0a5f6c7d81';
const CHATS = `${CONFIG_FOLDER}tmp/shop/chats`;
export const MAIN_FILE = `${CHATS}/session-2026-11-20T09-15-3f2a9c1e.jsonl`;
export const SUBAGENT_FILE = `${CHATS}/${SESSION}/${SUBAGENT}.jsonl`;
export const OLD_FILE = `${CONFIG_FOLDER}tmp/${'6e'.repeat(32)}/chats/session-2025-12-16T23-47-b4f17607.json`;

/** The hook payloads of the session. */
export function geminiHooks(): SentHook[] {
  return sentHooks(`${CONFIG_FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = geminiHooks()): RawEvent[] {
  return hooks.flatMap(
    ({ event, at, payload }, index) => DIALECT.readHook(event, payload, { at, delivery: `d${index}` }).events,
  );
}

/** Reads a transcript of lines from its beginning. */
export function readFile(path: string): ReadTranscript {
  return readTranscript(path, createParser({ path }));
}

/** The sessions as hooks and files tell them. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'gemini-cli',
  hooks: geminiHooks(),
  write: (userHome, share) => writeGrown(`${CONFIG_FOLDER}tmp`, join(userHome, '.gemini', 'tmp'), share),
};
