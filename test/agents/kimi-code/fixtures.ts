import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT } from '../../../src/agents/kimi-code/hooks.ts';
import { createParser } from '../../../src/agents/kimi-code/transcript.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { type ReadTranscript, readTranscript } from '../read-lines.ts';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** Kimi Code's folder of the fixtures, and its one session. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/kimi-code/', import.meta.url));
export const SESSION = 'session_3d0c7a52-6b1e-4f7a-9a40-5d2b8c1e7f60';
const AGENTS = `${CONFIG_FOLDER}sessions/wd_shop_5f0a3c9d1e2b/${SESSION}/agents`;
export const MAIN_FILE = `${AGENTS}/main/wire.jsonl`;
export const SUBAGENT_FILE = `${AGENTS}/agent-0/wire.jsonl`;
/** A transcript of protocol 1.4, with nothing beside it. */
export const OLD_FILE = `${CONFIG_FOLDER}old/wire.jsonl`;

/** The hook payloads of the session. */
export function kimiHooks(): SentHook[] {
  return sentHooks(`${CONFIG_FOLDER}hooks.jsonl`);
}

/** What hook payloads tell of; each arrival is a delivery of its own. */
export function hookEvents(hooks: readonly SentHook[] = kimiHooks()): RawEvent[] {
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
  agent: 'kimi-code',
  hooks: kimiHooks(),
  write: (userHome, share) => writeGrown(`${CONFIG_FOLDER}sessions`, join(userHome, '.kimi-code', 'sessions'), share),
};
